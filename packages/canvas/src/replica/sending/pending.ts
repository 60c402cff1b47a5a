import type { Change, Edit, EditRef, SkippedField } from '../../document/model/change.ts'
import type { RecordId } from '../../document/model/record.ts'
import { editId, splitEditId } from '../../document/codec/codec.ts'
import type { Applied } from '../../document/apply/reducer.ts'
import type { JournalPosition } from '../ports.ts'
import type { UndoEdit } from '../undo/undo-edit.ts'

/** An edit of this user that is not part of the confirmed board. */
export interface PendingEdit {
  edit: Edit
  /** Local number in its field clocks until the server assigns the journal number. */
  readonly stamp: number
  /**
   * `writing`: not durable yet. `sent`: on the current connection. `elsewhere`: sent by another tab of this user.
   */
  stage: 'writing' | 'ready' | 'sent' | 'elsewhere'
  /** Journal number from the acknowledgement; its batch has not arrived yet. */
  acked: number | null
  /** Skipped fields from the acknowledgement, with their values until then by `getTargetKey`. */
  skipped: readonly SkippedField[]
  expected: ReadonlyMap<string, unknown>
  /** Loaded from the outbox; an earlier page load may have sent it. */
  readonly isOld: boolean
  /** Possibly part of the loaded board; applied only after the server has denied that. */
  held: boolean
  /** Refers to edits by id; stored again when their numbers are known. */
  namesIds: boolean
  /** An undo or redo step of this page. */
  readonly isUndo: boolean
  /** Its effect while it is applied; undefined while it is not. */
  applied: Applied | undefined
  /** Journal position at creation, if known. */
  madeAt: JournalPosition | undefined
  /** Records it would have restored from a deletion that was never accepted. */
  unrestored: readonly RecordId[]
  /** Its entry in the undo stack, if any. */
  undo: UndoEdit | undefined
}

/** Unconfirmed edits in order of creation. */
export class PendingEdits {
  #list: PendingEdit[] = []

  get all(): readonly PendingEdit[] {
    return this.#list
  }

  get unanswered(): readonly PendingEdit[] {
    return this.#list.filter((pending) => pending.acked === null)
  }

  /** The latest journal position on which they are based. */
  get madeAt(): JournalPosition | null {
    let newest: JournalPosition | null = null
    for (const { madeAt } of this.unanswered) if (madeAt && madeAt.seq > (newest?.seq ?? 0)) newest = madeAt
    return newest
  }

  find(id: string): PendingEdit | undefined {
    return this.#list.find((pending) => pending.edit.id === id)
  }

  add(pending: PendingEdit): void {
    this.#list.push(pending)
  }

  remove(...removed: readonly PendingEdit[]): void {
    this.#list = this.#list.filter((pending) => !removed.includes(pending))
  }

  /** Counter up to which all edits of this tab are answered. */
  settledBefore(pending: PendingEdit): number {
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

/** The edit with ids replaced by journal numbers where known. */
export function withNumbers(edit: Edit, getNumber: (id: string) => number | undefined): Edit {
  return mapRefs(edit, (ref) => (typeof ref === 'string' ? (getNumber(ref) ?? ref) : ref))
}

/** Ids of edits it refers to; it can be sent once all have numbers. */
export function openRefs(edit: Edit): ReadonlySet<string> {
  const open = new Set<string>()
  mapRefs(edit, (ref) => {
    if (typeof ref === 'string') open.add(ref)
    return ref
  })
  return open
}

/** Records that the edit restores from the deletion with this id. */
export function restoredFrom({ changes }: Edit, id: string): readonly RecordId[] {
  return changes.flatMap((change) => (change.op === 'restore' && change.removedAt === id ? change.ids : []))
}

/** The edit without references to an edit that was never accepted. */
export function withoutRef(edit: Edit, id: string): Edit {
  return withoutRefs(edit, (ref) => ref === id)
}

/** Same for all edits for which `isRemoved` is true. */
export function withoutRefs(edit: Edit, isRemoved: (ref: EditRef) => boolean): Edit {
  const names = (ref: EditRef | undefined): boolean => ref !== undefined && isRemoved(ref)
  const changes = edit.changes.flatMap((change): Change[] => {
    if (change.op === 'restore') return names(change.removedAt) ? [] : [change]
    if (change.op === 'remove') return names(change.if) ? [] : [change]
    if (change.op === 'text') return names(change.at) ? [] : [change]
    if (change.op === 'translate' && change.if)
      return [{ ...change, if: change.if.filter((ref) => !names(ref)) }]
    if (change.op !== 'patch' || !change.if) return [change]
    const conditions = Object.entries(change.if).filter(([, ref]) => !names(ref))
    const fields = Object.fromEntries(conditions.map(([field]) => [field, change.fields[field]]))
    return conditions.length === 0 ? [] : [{ ...change, fields, if: Object.fromEntries(conditions) }]
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
