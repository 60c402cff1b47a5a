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

/** Who wrote a journal number, and when (server time in ms). */
export interface Writer {
  readonly uid: string
  readonly time: number
}

/** A removed record and the number of the edit that removed it, by which it can be brought back. */
export interface Removed {
  readonly seq: number
  readonly entry: RemovedEntry
}

/** Numbers from here on are local: edits that the server has not numbered yet. */
export const LOCAL_SEQ = 2 ** 52

/** What the reducer needs besides board and edit. */
export interface ApplyContext {
  /** Journal number that the edit gets; on clients a local number above every real one. */
  readonly seq: number
  /** How inverses name this edit: its journal number, or its id while that is unknown. */
  readonly ref: EditRef
  /** Who wrote a number; undefined counts as somebody else, long ago. */
  writer(seq: number): Writer | undefined
  /** What the edit with this number removed; undefined when it did not remove that record or nobody remembers. */
  removed(removedAt: number, id: RecordId): RemovedEntry | undefined
  /** Clients: the number of an edit that is named by its id. The server leaves it out and refuses ids. */
  readonly resolve?: (editId: string) => number | undefined
  /** Server: present time in ms. With it, stale values are skipped (`sync.md`, Conflicts). */
  readonly now?: number
  /** Server: an edit of the last minutes with what undoes it. */
  readonly undoable?: (seq: number) => UndoableEdit | undefined
  /** Clients: the edit is a step of undo, and the server will say whether it may be one. */
  readonly isUndo?: boolean
  /** Server: makes new keys where siblings must be spaced anew. */
  readonly random?: Random
  /** Server: every text entry of a record after `since`, read from the journal, where the board no longer has them. */
  readonly olderTexts?: (id: RecordId, since: number) => readonly TextEntry[] | undefined
}

/** Who wrote a field before the edit did; lets a person's later undo see that its value stands again. Never sent. */
export interface InversePatch extends PatchChange {
  readonly was: Readonly<Record<string, number>>
}

export interface InverseTranslate extends TranslateChange {
  /** For each id the clocks of x and y before. */
  readonly was: readonly number[]
}

/** An edit whose author may undo it whatever roles frames have got meanwhile. */
export interface UndoableEdit extends Writer {
  readonly mark: string
  readonly inverse: readonly InverseChange[]
}

export type InverseChange = Exclude<Change, PatchChange | TranslateChange> | InversePatch | InverseTranslate

/** A record that a stale delete passed over, because these people had changed it meanwhile. */
export interface SkippedDelete {
  readonly id: RecordId
  readonly uids: readonly string[]
}

/** An edit as it went in. */
export interface Applied {
  readonly taken: readonly AcceptedChange[]
  /** Fields that kept somebody else's newer value. */
  readonly skipped: readonly SkippedField[]
  /** Undoes it, as far as it is still this edit's: the changes of another edit. */
  readonly inverse: readonly InverseChange[]
  /** Records that were put, changed or taken away; some perhaps twice. */
  readonly touched: readonly RecordId[]
  readonly removed: readonly RemovedEntry[]
  /** Server: authors to inform that a delete was skipped for their work. */
  readonly skippedDeletes: readonly SkippedDelete[]
  /** Undoes an act of the same person's, whatever role a frame has got since; it gives no such right itself. */
  readonly isUndo: boolean
  /** Takes it back as if it had never been; only in reverse order of application. */
  readonly revert: Revert
}

export type Outcome = Applied | Refusal

export function isRefusal(outcome: Applied | Refusal): outcome is Refusal {
  return 'refused' in outcome
}

/** Who wrote a field last. */
export function getClock(entry: Entry, field: string): number {
  if (entry instanceof MovedEntry) return entry.getClock(field)
  return Object.hasOwn(entry.clock, field) ? (entry.clock[field] ?? 0) : entry.record.made
}
