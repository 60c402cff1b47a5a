import type { EditRef } from '../../document/model/change.ts'
import type { RecordId } from '../../document/model/record.ts'
import type { InverseChange } from '../../document/apply/reducer.ts'

/** An edit of an undo step with its inverse. */
export interface UndoEdit {
  readonly id: string
  /** Journal number, once known. */
  seq: number | null
  inverse: readonly InverseChange[]
  /**
   * If a later step was undone, its undo edit is the last writer of a field that has this edit's value again; the
   * condition must then refer to it. By `fieldKey`.
   */
  readonly standIns: Map<string, EditRef>
  /** Same for moves, which have one condition for all records. */
  readonly alternatives: Set<EditRef>
  /** Moved records whose position another user had set before; not this edit's value after an undo. */
  readonly lost: Set<RecordId>
}

export function undoEdit(id: string, inverse: readonly InverseChange[]): UndoEdit {
  return { id, seq: null, inverse, standIns: new Map(), alternatives: new Set(), lost: new Set() }
}
