import type { EditRef } from '../../document/model/change.ts'
import { areDisjoint } from '../../document/model/id-list.ts'
import type { RecordId } from '../../document/model/record.ts'
import { type InverseChange, LOCAL_SEQ } from '../../document/apply/reducer.ts'
import type { StoredStep } from '../ports.ts'
import { fieldKey } from './undo-changes.ts'
import type { UndoEdit } from './undo-edit.ts'

/** Maximum steps; earlier versions are available in the history. */
const MAX_STEPS = 300

export interface Step {
  readonly mark: string
  edits: UndoEdit[]
}

/** Undo or redo steps of this tab, grouped by mark. */
export class UndoStack {
  #steps: Step[] = []

  get length(): number {
    return this.#steps.length
  }

  /** Joins the last step if it has the same mark. */
  push(mark: string, edit: UndoEdit): void {
    const top = this.#steps.at(-1)
    if (top?.mark === mark) top.edits.push(edit)
    else this.#steps.push({ mark, edits: [edit] })
    if (this.#steps.length > MAX_STEPS) this.#steps.shift()
  }

  pop(): Step | undefined {
    return this.#steps.pop()
  }

  clear(): void {
    this.#steps = []
  }

  /** Drops all edits except these. */
  retain(editIds: ReadonlySet<string>): void {
    for (const step of this.#steps) step.edits = step.edits.filter(({ id }) => editIds.has(id))
    this.#steps = this.#steps.filter((step) => step.edits.length > 0)
  }

  /** A refused edit cannot be undone. */
  forget(editId: string): void {
    for (const step of this.#steps) step.edits = step.edits.filter((edit) => edit.id !== editId)
    this.#steps = this.#steps.filter((step) => step.edits.length > 0)
  }

  find(editId: string): UndoEdit | undefined {
    for (let i = this.#steps.length - 1; i >= 0; i--) {
      const edit = this.#steps[i]!.edits.find(({ id }) => id === editId)
      if (edit) return edit
    }
    return undefined
  }

  all(): readonly Step[] {
    return this.#steps
  }

  /**
   * After these changes were applied as edit `ref`: where a restored value belongs to a remaining step, its
   * condition now refers to `ref`.
   */
  standIn(
    changes: readonly InverseChange[],
    ref: EditRef,
    getNumber: (ref: EditRef) => number | undefined,
  ): void {
    if (this.#steps.length === 0) return
    const { expected, keys } = previousWriters(changes)
    // Skips unrelated parts, because a large move has many and each affects only one part of another.
    const isElsewhere = (ids: readonly RecordId[]): boolean =>
      changes.every((change) => change.op === 'translate' && areDisjoint(change.ids, ids))
    for (let i = this.#steps.length - 1; i >= 0 && expected.size > 0; i--) {
      for (const edit of this.#steps[i]!.edits.toReversed()) {
        for (const change of edit.inverse) {
          if (change.op === 'patch') {
            for (const field of Object.keys(change.if ?? {})) standInField(edit, change.id, field)
          } else if (change.op === 'translate') {
            if (!isElsewhere(change.ids)) for (const id of change.ids) standInMove(edit, id)
          } else if (change.op === 'remove') {
            for (const id of change.ids) keepIfShared(edit, id)
          }
        }
      }
    }

    function isItsOwn(edit: UndoEdit, was: number, ...others: readonly (EditRef | undefined)[]): boolean {
      return [edit.seq ?? edit.id, ...others].some((other) => other !== undefined && getNumber(other) === was)
    }

    function standInField(edit: UndoEdit, id: RecordId, field: string): void {
      const key = fieldKey(id, field)
      const was = expected.get(key)
      if (was === undefined || !isItsOwn(edit, was, edit.standIns.get(key))) return
      expected.delete(key)
      edit.standIns.set(key, ref)
    }

    /** Values from before this edit were restored with the record; later values belong to others. */
    function keepIfShared(edit: UndoEdit, id: RecordId): void {
      const made = getNumber(edit.seq ?? edit.id) ?? -1
      for (const key of keys.get(id) ?? []) {
        const was = expected.get(key)
        if (was !== undefined && was > made && was < LOCAL_SEQ) edit.lost.add(id)
      }
    }

    function standInMove(edit: UndoEdit, id: RecordId): void {
      for (const field of ['x', 'y']) {
        const key = fieldKey(id, field)
        const was = expected.get(key)
        if (was === undefined) continue
        if (isItsOwn(edit, was, ...edit.alternatives)) {
          edit.alternatives.add(ref)
          expected.delete(key)
        } else edit.lost.add(id)
      }
    }
  }

  /** As plain data, with journal numbers where known. */
  store(getNumber: (id: string) => number | undefined): StoredStep[] {
    const numbered = (ref: EditRef): EditRef => (typeof ref === 'string' ? (getNumber(ref) ?? ref) : ref)
    return this.#steps.map(({ mark, edits }) => ({
      mark,
      edits: edits.map((edit) => ({
        id: edit.id,
        seq: edit.seq,
        inverse: edit.inverse,
        standIns: [...edit.standIns].map(([key, ref]) => [key, numbered(ref)] as const),
        alternatives: [...edit.alternatives].map(numbered),
        lost: [...edit.lost],
      })),
    }))
  }

  restore(steps: readonly StoredStep[]): void {
    this.#steps = steps.map(({ mark, edits }) => ({
      mark,
      edits: edits.map((edit) => ({
        ...edit,
        standIns: new Map(edit.standIns),
        alternatives: new Set(edit.alternatives),
        lost: new Set(edit.lost),
      })),
    }))
  }
}

/** Previous writers by `fieldKey`, and the keys of each record. */
function previousWriters(changes: readonly InverseChange[]): {
  readonly expected: Map<string, number>
  readonly keys: ReadonlyMap<RecordId, readonly string[]>
} {
  const expected = new Map<string, number>()
  const keys = new Map<RecordId, string[]>()
  const note = (id: RecordId, field: string, was: number): void => {
    const key = fieldKey(id, field)
    expected.set(key, was)
    const known = keys.get(id)
    if (known) known.push(key)
    else keys.set(id, [key])
  }
  for (const change of changes) {
    if (change.op === 'patch') {
      for (const [field, was] of Object.entries(change.was)) note(change.id, field, was)
    } else if (change.op === 'translate') {
      change.ids.forEach((id, i) => {
        note(id, 'x', change.was[2 * i]!)
        note(id, 'y', change.was[2 * i + 1]!)
      })
    }
  }
  return { expected, keys }
}
