import type { BoardRecord, FieldClock, RecordId, StrokePiece } from './record.ts'

/** A record as sent by its author, without the fields that the server sets (`by`, `made`). */
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
 * Refers to an earlier edit by journal number or, until the server has answered, by id. Ids never leave the
 * browser: an edit that refers to one waits for the answer before it is sent.
 */
export type EditRef = number | string

/**
 * One change of the board.
 * - `put` creates a record; an existing id is refused.
 * - `patch` sets fields; with `if`, only those whose last writer is still that edit.
 * - `append` adds the next piece of an open stroke, by its author; `last` closes the stroke.
 * - `remove` deletes records and their bindings; with `if`, only those that no other user has written to since
 * that edit.
 * - `restore` restores what the edit `removedAt` removed, author included.
 * - `text` is ProseMirror steps, as JSON, on a record's rich text. They apply to the text at the edit's `base`
 * plus this tab's own edits after it; with `at` (undo), to the text right after that edit, which they undo.
 * - `translate` moves more than 256 records at once; smaller moves are absolute patches. With `if`, only
 * coordinates whose last writer is still one of those edits.
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
  /** Index of the piece in the stroke, from 0. */
  readonly n: number
  readonly piece: StrokePiece
  readonly last: boolean
}

export interface TranslateChange {
  readonly op: 'translate'
  readonly ids: readonly RecordId[]
  readonly dx: number
  readonly dy: number
  /** The last writer must be one of these. */
  readonly if?: readonly EditRef[]
}

/** Changes that are applied all or none. */
export interface Edit {
  /** `<random tab id>:<counter>`, counting from 1. The server accepts each once per space, account and tab. */
  readonly id: string
  /** Last journal number that this tab had seen. */
  readonly base: number
  /** Edits with the same mark are one undo step. */
  readonly mark: string
  readonly changes: readonly Change[]
}

/** A record with its metadata, as stored in checkpoints and restored records. */
export interface Entry {
  readonly record: BoardRecord
  readonly clock: FieldClock
  readonly pieces: readonly StrokePiece[]
  /** For strokes: more pieces can follow. */
  readonly open: boolean
}

/** A removed record with its former containers, nearest first, which give its position when it is restored. */
export interface RemovedEntry extends Entry {
  readonly within: readonly RecordId[]
}

/**
 * A change as the server accepted it. All side effects of the reducer (removed bindings, moved children) are
 * written out, so that replay needs no rules.
 */
export type AcceptedChange =
  | { readonly op: 'put'; readonly record: NewRecord }
  /** An undefined field was removed; null is an ordinary value here. */
  | { readonly op: 'patch'; readonly id: RecordId; readonly fields: Fields }
  | AppendChange
  | { readonly op: 'remove'; readonly ids: readonly RecordId[] }
  /** No effect: a stale delete skipped these records, because other users had changed them since. */
  | { readonly op: 'keep'; readonly ids: readonly RecordId[] }
  | { readonly op: 'restore'; readonly entries: readonly Entry[] }
  | AcceptedText
  | { readonly op: 'translate'; readonly ids: readonly RecordId[]; readonly dx: number; readonly dy: number }

export interface AcceptedText {
  readonly op: 'text'
  readonly id: RecordId
  /** Steps as they apply at this position of the journal. */
  readonly steps: readonly unknown[]
  /** Steps as the author sent them, if rebasing changed them: the author's next steps build on these. */
  readonly sent?: readonly unknown[]
  /** Journal number of the edit that these steps undo. */
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

/** The role that applies to a person here; see `sync.md` and decisions §3. */
export type Ability = 'owner' | 'admin' | 'editor' | 'contributor' | 'commenter' | 'viewer'

export interface Actor {
  readonly uid: string
  /** Already limited by a presenting mode, if one is active. Frames limit it further for their contents. */
  readonly role: Ability
  /** The edit undoes the user's own action, so frame roles are ignored. Set by the reducer, never sent. */
  readonly isUndoing?: boolean
}

/** Why an edit was refused. Shown to the user as `board.refused.<reason>`. */
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
  /** Something inside a container cannot be changed by this user. */
  | 'contents'
  /** Server overloaded; the client sends the edit again later. */
  | 'busy'
  /** The user could move the element into this frame but not out again. */
  | 'only_own'
  /** The board does not accept suggestions. */
  | 'suggestions_off'

export interface Refusal {
  readonly refused: RefusalReason
  /** The record that caused it, if there is one. */
  readonly id?: RecordId
  /** Plain English for developers. */
  readonly message: string
}

/**
 * A field that kept another user's newer value or, with `field` null, a record that was not deleted because of
 * one.
 */
export interface SkippedField {
  readonly id: RecordId
  readonly field: string | null
  /** Uid of that user, if the server knows it. */
  readonly by?: string | undefined
}
