import type { BoardRecord, FieldClock, RecordId, StrokePiece } from './record.ts'

/** A record as its author sends it: what only the server may say (`by`, `made`) is left out. */
export interface NewRecord {
  readonly id: RecordId
  readonly kind: string
  readonly parent: RecordId | null
  readonly z: string
  readonly [prop: string]: unknown
}

/** Fields to set; `null` clears an optional field. */
export type Fields = Readonly<Record<string, unknown>>

/**
 * Names an earlier edit: its journal number or, while the server has not answered yet, its id. Ids
 * never leave the browser: an edit that names one waits for the answer before it is sent.
 */
export type EditRef = number | string

/**
 * One change of the board.
 * - `put` creates; a known id is refused.
 * - `patch` sets some fields; with `if`, only those whose last writer is still that edit.
 * - `append` adds the next piece of an open stroke, by its author; `last` closes the stroke.
 * - `remove` takes records away, with the bindings that hang on them; with `if`, only those that nobody else
 *   has written to since that edit.
 * - `restore` brings back what the edit `removedAt` removed, author included.
 * - `text` is ProseMirror steps, as JSON, on a record's rich text: stated against the text at the edit's `base` plus
 *   this tab's own edits after it; with `at` (undo) against the text right after that edit, which they undo.
 * - `translate` moves more than 256 records at once; below that a move is absolute patches. With `if`, only
 *   coordinates whose last writer is still one of those edits.
 */
export type Change =
  | { readonly op: 'put'; readonly record: NewRecord }
  | PatchChange
  | AppendChange
  | { readonly op: 'remove'; readonly ids: readonly RecordId[]; readonly if?: EditRef }
  | { readonly op: 'restore'; readonly ids: readonly RecordId[]; readonly removedAt: EditRef }
  | { readonly op: 'text'; readonly id: RecordId; readonly steps: readonly unknown[]; readonly at?: EditRef }
  | TranslateChange

export interface PatchChange {
  readonly op: 'patch'
  readonly id: RecordId
  readonly fields: Fields
  readonly if?: Readonly<Record<string, EditRef>>
}

export interface AppendChange {
  readonly op: 'append'
  readonly id: RecordId
  /** Place of the piece in the stroke, from 0. */
  readonly n: number
  readonly piece: StrokePiece
  readonly last: boolean
}

export interface TranslateChange {
  readonly op: 'translate'
  readonly ids: readonly RecordId[]
  readonly dx: number
  readonly dy: number
  /** Any of these. */
  readonly if?: readonly EditRef[]
}

/** Changes that stand or fall together. */
export interface Edit {
  /** `<random tab id>:<counter>`, counting from 1; the server takes each once per space, account and tab. */
  readonly id: string
  /** Last journal number this tab had seen. */
  readonly base: number
  /** Edits with the same mark are one step of undo. */
  readonly mark: string
  readonly changes: readonly Change[]
}

/** A record with all that is known of it, as checkpoints and restored records carry it. */
export interface Entry {
  readonly record: BoardRecord
  readonly clock: FieldClock
  readonly pieces: readonly StrokePiece[]
  /** Strokes: more pieces may come. */
  readonly open: boolean
}

/** A removed record with the containers it was in, nearest first, so that it finds a position when it is restored. */
export interface RemovedEntry extends Entry {
  readonly within: readonly RecordId[]
}

/**
 * A change as the server took it: explicit to the last effect, so that replay needs no rules. What the
 * reducer added by itself (bindings that went along, children that moved up) is written out.
 */
export type AcceptedChange =
  | { readonly op: 'put'; readonly record: NewRecord }
  /** A field that is undefined was taken away; here null is a value like others. */
  | { readonly op: 'patch'; readonly id: RecordId; readonly fields: Fields }
  | AppendChange
  | { readonly op: 'remove'; readonly ids: readonly RecordId[] }
  /** Changes nothing: a stale delete passed over these, because somebody had changed them meanwhile. */
  | { readonly op: 'keep'; readonly ids: readonly RecordId[] }
  | { readonly op: 'restore'; readonly entries: readonly Entry[] }
  | AcceptedText
  | { readonly op: 'translate'; readonly ids: readonly RecordId[]; readonly dx: number; readonly dy: number }

export interface AcceptedText {
  readonly op: 'text'
  readonly id: RecordId
  /** As they apply to the text at this place in the journal. */
  readonly steps: readonly unknown[]
  /** As the author sent them, where mapping changed them: the author's next steps build on these. */
  readonly sent?: readonly unknown[]
  /** Journal number of the edit that these undo. */
  readonly at?: number
}

/** One entry of the journal. */
export interface AcceptedEdit {
  readonly seq: number
  /** Server time in ms. */
  readonly time: number
  readonly by: string
  readonly id: string
  readonly base: number
  readonly mark: string
  readonly changes: readonly AcceptedChange[]
}

/** What a person may do here, computed from their role; `sync.md` and decisions §3. */
export type Ability = 'owner' | 'admin' | 'editor' | 'contributor' | 'commenter' | 'viewer'

export interface Actor {
  readonly uid: string
  /** Already lowered by a presenting mode, where one runs; frames lower it further, each inside itself. */
  readonly may: Ability
  /** Undoes an act of their own: roles of frames do not count for it. Set by the reducer, never sent. */
  readonly isUndoing?: boolean
}

/** Why an edit was not taken; shown to the person as `board.refused.<reason>`. */
export type RefusalReason =
  | 'invalid'
  | 'too_large'
  | 'limit'
  | 'role'
  | 'not_yours'
  | 'locked'
  | 'frame'
  | 'missing'
  | 'exists'
  | 'parent'
  | 'binding'
  | 'stroke'
  /** Something inside a container may not be changed by this person. */
  | 'contents'
  /** Too much work at the moment; sent again later. */
  | 'busy'
  /** The frame would let this person put it in and never take it out again. */
  | 'only_own'
  /** The board takes no suggestions. */
  | 'suggestions_off'

export interface Refusal {
  readonly refused: RefusalReason
  /** The record at fault, when there is one. */
  readonly id?: RecordId
  /** Plain English for developers. */
  readonly message: string
}

/** A field that kept somebody else's newer value or, with `field` null, a record that was not deleted because of one. */
export interface SkippedField {
  readonly id: RecordId
  readonly field: string | null
  /** Uid of who wrote it; the server says so where it knows. */
  readonly by?: string | undefined
}
