import type { Change, Edit, EditRef, SkippedField } from '../../document/model/change.ts'
import type { RecordId } from '../../document/model/record.ts'
import { editId, splitEditId } from '../../document/codec/codec.ts'
import type { Applied } from '../../document/apply/reducer.ts'
import type { JournalPosition } from '../ports.ts'
import type { UndoEdit } from '../undo/undo-edit.ts'

/** An edit of this person's that is not yet part of the confirmed board. */
export interface Pending {
  edit: Edit
  /** Local number that its fields carry until the server gives it a real one. */
  readonly stamp: number
  /**
   * `writing`: not yet safe in the outbox. `sent`: over the present connection. `elsewhere`: another open tab of this
   * person made it and sends it.
   */
  stage: 'writing' | 'ready' | 'sent' | 'elsewhere'
  /** Journal number from the ack; its batch is still to come. */
  acked: number | null
  /** As the ack said it, with what these fields showed until then, by `getTargetKey`. */
  skipped: readonly SkippedField[]
  wanted: ReadonlyMap<string, unknown>
  /** Came from the outbox: it may have been sent in an earlier life. */
  readonly isOld: boolean
  /** Perhaps part of the loaded board already: laid over it only once the server has said that it is not. */
  held: boolean
  /** Names edits by their ids: it is stored again when they have got numbers. */
  namesIds: boolean
  /** A step of undo or redo, made on this page. */
  readonly isUndo: boolean
  /** What it does where it is laid over the board; undefined while it is not. */
  laid: Applied | undefined
  /** Where the journal was when it was made, if that is known. */
  madeAt: JournalPosition | undefined
  /** What it would have brought back from a delete that never came to be. */
  unrestored: readonly RecordId[]
  /** Its place in the undo steps, if it has one. */
  undo: UndoEdit | undefined
}

/** Unconfirmed edits in the order they were made. */
export class PendingEdits {
  #list: Pending[] = []

  get all(): readonly Pending[] {
    return this.#list
  }

  get unanswered(): readonly Pending[] {
    return this.#list.filter((pending) => pending.acked === null)
  }

  /** The newest of what they were made on: it has the older ones before it. */
  get madeAt(): JournalPosition | null {
    let newest: JournalPosition | null = null
    for (const { madeAt } of this.unanswered) if (madeAt && madeAt.seq > (newest?.seq ?? 0)) newest = madeAt
    return newest
  }

  find(id: string): Pending | undefined {
    return this.#list.find((pending) => pending.edit.id === id)
  }

  add(pending: Pending): void {
    this.#list.push(pending)
  }

  remove(...gone: readonly Pending[]): void {
    this.#list = this.#list.filter((pending) => !gone.includes(pending))
  }

  /** Every edit of this tab up to here has been answered. */
  settledBefore(pending: Pending): number {
    const tab = splitEditId(pending.edit.id)?.tab
    for (const other of this.#list) {
      const name = splitEditId(other.edit.id)
      if (name && name.tab === tab && other.acked === null) return name.counter - 1
    }
    return (splitEditId(pending.edit.id)?.counter ?? 1) - 1
  }
}

export function nextId(tab: string, counter: number): string {
  return editId({ tab, counter })
}

/** The edit with journal numbers in place of ids, where they are known. */
export function withNumbers(edit: Edit, getNumber: (id: string) => number | undefined): Edit {
  return mapRefs(edit, (ref) => (typeof ref === 'string' ? (getNumber(ref) ?? ref) : ref))
}

/** Edits that it names by id: it can be sent only when they have numbers. */
export function openRefs(edit: Edit): ReadonlySet<string> {
  const open = new Set<string>()
  mapRefs(edit, (ref) => {
    if (typeof ref === 'string') open.add(ref)
    return ref
  })
  return open
}

/** Records that the edit brings back from the deletion with this id. */
export function restoredFrom({ changes }: Edit, id: string): readonly RecordId[] {
  return changes.flatMap((change) => (change.op === 'restore' && change.removedAt === id ? change.ids : []))
}

/** The edit without the conditions and changes that name an edit which never came to be. */
export function withoutRef(edit: Edit, id: string): Edit {
  return withoutRefs(edit, (ref) => ref === id)
}

/** The same for all edits that `isRemoved` says never came to be. */
export function withoutRefs(edit: Edit, isRemoved: (ref: EditRef) => boolean): Edit {
  const names = (ref: EditRef | undefined): boolean => ref !== undefined && isRemoved(ref)
  const changes = edit.changes.flatMap((change): Change[] => {
    if (change.op === 'restore') return names(change.removedAt) ? [] : [change]
    if (change.op === 'remove') return names(change.if) ? [] : [change]
    if (change.op === 'text') return names(change.at) ? [] : [change]
    if (change.op === 'translate' && change.if)
      return [{ ...change, if: change.if.filter((ref) => !names(ref)) }]
    if (change.op !== 'patch' || !change.if) return [change]
    const kept = Object.entries(change.if).filter(([, ref]) => !names(ref))
    const fields = Object.fromEntries(kept.map(([field]) => [field, change.fields[field]]))
    return kept.length === 0 ? [] : [{ ...change, fields, if: Object.fromEntries(kept) }]
  })
  return { ...edit, changes }
}

function mapRefs(edit: Edit, map: (ref: EditRef) => EditRef): Edit {
  let isSame = true
  const swap = (ref: EditRef): EditRef => {
    const mapped = map(ref)
    if (mapped !== ref) isSame = false
    return mapped
  }
  const changes = edit.changes.map((change) => {
    if (change.op === 'restore') return { ...change, removedAt: swap(change.removedAt) }
    if (change.op === 'remove' && change.if !== undefined) return { ...change, if: swap(change.if) }
    if (change.op === 'text' && change.at !== undefined) return { ...change, at: swap(change.at) }
    if (change.op === 'translate' && change.if) return { ...change, if: change.if.map(swap) }
    if (change.op !== 'patch' || !change.if) return change
    return {
      ...change,
      if: Object.fromEntries(Object.entries(change.if).map(([field, ref]) => [field, swap(ref)])),
    }
  })
  return isSame ? edit : { ...edit, changes }
}
