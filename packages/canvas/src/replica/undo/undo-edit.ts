import type { EditRef } from '../../document/model/change.ts'
import type { RecordId } from '../../document/model/record.ts'
import type { InverseChange } from '../../document/apply/reducer.ts'

/** One edit of a step with what undoes it. */
export interface UndoEdit {
  readonly id: string
  /** Journal number, once known. */
  seq: number | null
  inverse: readonly InverseChange[]
  /**
   * Where a later step was undone, its undo edit is the last writer of a field whose value is this edit's
   * again: the condition then names that one. By `fieldKey`.
   */
  readonly standIns: Map<string, EditRef>
  /** The same for moves, which have one condition for all. */
  readonly alternatives: Set<EditRef>
  /** Moved records whose place somebody else had set when this person wrote over it: not this edit's again. */
  readonly lost: Set<RecordId>
}

export function undoEdit(id: string, inverse: readonly InverseChange[]): UndoEdit {
  return { id, seq: null, inverse, standIns: new Map(), alternatives: new Set(), lost: new Set() }
}
