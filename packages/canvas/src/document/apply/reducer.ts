import type {
  Change,
  EditRef,
  Entry,
  PatchChange,
  Refusal,
  RemovedEntry,
  SkippedField,
  AcceptedChange,
  TranslateChange,
} from '../model/change.ts'
import { MovedEntry } from '../state/moved-entry.ts'
import type { Random } from '../model/order-keys.ts'
import type { RecordId } from '../model/record.ts'
import type { Revert } from '../state/state.ts'
import type { TextEntry } from '../text/text-log.ts'

/** Author of a journal number and server time in ms. */
export interface Writer {
  readonly uid: string
  readonly time: number
}

/** A removed record and the number of the edit that removed it, which identifies it for a restore. */
export interface Removed {
  readonly seq: number
  readonly entry: RemovedEntry
}

/** Numbers from here on are local: edits without a server number yet. */
export const LOCAL_SEQ = 2 ** 52

/** What the reducer needs besides board and edit. */
export interface ApplyContext {
  /** Journal number that the edit gets; on clients a local number above every real one. */
  readonly seq: number
  /** How inverses refer to this edit: its journal number, or its id while the number is unknown. */
  readonly ref: EditRef
  /** Writer of a number; undefined counts as another user in the distant past. */
  writer(seq: number): Writer | undefined
  /**
   * The record as removed by the edit with this number; undefined if it did not remove it or that is no longer
   * known.
   */
  removed(removedAt: number, id: RecordId): RemovedEntry | undefined
  /** Clients only: number of an edit referred to by id. The server omits this and refuses ids. */
  readonly resolve?: (editId: string) => number | undefined
  /** Server only: current time in ms. If set, stale values are skipped (`sync.md`, Conflicts). */
  readonly now?: number
  /** Server only: a recent edit with its inverse. */
  readonly undoable?: (seq: number) => UndoableEdit | undefined
  /** Clients only: the edit is an undo step; the server decides whether it is allowed. */
  readonly isUndo?: boolean
  /** Server only: random source for new order keys when siblings are respaced. */
  readonly random?: Random
  /**
   * Server only: all text entries of a record after `since`, read from the journal if the board no longer has
   * them.
   */
  readonly olderTexts?: (id: RecordId, since: number) => readonly TextEntry[] | undefined
}

/** `was` holds the previous writer per field, so that a later undo recognizes its restored value. Never sent. */
export interface InversePatch extends PatchChange {
  readonly was: Readonly<Record<string, number>>
}

export interface InverseTranslate extends TranslateChange {
  /** Previous clocks of x and y for each id. */
  readonly was: readonly number[]
}

/** An edit that its author can undo even if frame roles have changed since. */
export interface UndoableEdit extends Writer {
  readonly mark: string
  readonly inverse: readonly InverseChange[]
}

export type InverseChange = Exclude<Change, PatchChange | TranslateChange> | InversePatch | InverseTranslate

/** A record that a stale delete skipped, because these users had changed it since. */
export interface SkippedDelete {
  readonly id: RecordId
  readonly uids: readonly string[]
}

/** The result of applying an edit. */
export interface Applied {
  readonly taken: readonly AcceptedChange[]
  /** Fields in which another user's newer value was kept. */
  readonly skipped: readonly SkippedField[]
  /** Changes that undo the edit, as far as it is still the last writer. */
  readonly inverse: readonly InverseChange[]
  /** Records created, changed or removed; can contain duplicates. */
  readonly touched: readonly RecordId[]
  readonly removed: readonly RemovedEntry[]
  /** Server only: authors to notify that a delete was skipped because of their changes. */
  readonly skippedDeletes: readonly SkippedDelete[]
  /** The edit undoes an action of the same user, whatever roles frames have since; grants no rights by itself. */
  readonly isUndo: boolean
  /** Reverts the edit completely. Only valid in reverse order of application. */
  readonly revert: Revert
}

export type Outcome = Applied | Refusal

export function isRefusal(outcome: Applied | Refusal): outcome is Refusal {
  return 'refused' in outcome
}

/** Last writer of a field. */
export function getClock(entry: Entry, field: string): number {
  if (entry instanceof MovedEntry) return entry.getClock(field)
  // Names that objects inherit have no numbers. Asking for own ones is slow for whole boards.
  const seq: unknown = entry.clock[field]
  return typeof seq === 'number' ? seq : entry.record.made
}
