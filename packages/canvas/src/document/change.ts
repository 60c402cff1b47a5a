import type { RecordId, StrokePiece } from './record.ts'

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
 * One change of the board.
 * - `put` creates; a known id is refused.
 * - `patch` sets some fields; with `if`, only those whose last writer is still that journal number.
 * - `append` adds the next piece of an open stroke, by its author.
 * - `remove` takes records away, with the bindings that hang on them.
 * - `restore` brings back what the edit with journal number `removedAt` removed, author included.
 * - `text` is ProseMirror steps, as JSON, on a record's rich text.
 * - `translate` moves more than 256 records at once; below that a move is absolute patches.
 */
export type Change =
  | { readonly op: 'put'; readonly record: NewRecord }
  | {
      readonly op: 'patch'
      readonly id: RecordId
      readonly fields: Fields
      readonly if?: Readonly<Record<string, number>>
    }
  | {
      readonly op: 'append'
      readonly id: RecordId
      readonly n: number
      readonly piece: StrokePiece
      readonly last: boolean
    }
  | { readonly op: 'remove'; readonly ids: readonly RecordId[] }
  | { readonly op: 'restore'; readonly ids: readonly RecordId[]; readonly removedAt: number }
  | { readonly op: 'text'; readonly id: RecordId; readonly steps: readonly unknown[] }
  | { readonly op: 'translate'; readonly ids: readonly RecordId[]; readonly dx: number; readonly dy: number }

/** Changes that stand or fall together. */
export interface Edit {
  /** `<random tab id>:<counter>`; the server takes each once per space, account and tab. */
  readonly id: string
  /** Last journal number this tab had seen. */
  readonly base: number
  /** Edits with the same mark are one step of undo. */
  readonly mark: string
  readonly changes: readonly Change[]
}

/** What a person may do here, computed from their role; `sync.md` and decisions §3. */
export type Ability = 'owner' | 'admin' | 'editor' | 'contributor' | 'commenter' | 'viewer'

export interface Actor {
  readonly uid: string
  readonly may: Ability
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

export interface Refusal {
  readonly refused: RefusalReason
  /** The record at fault, when there is one. */
  readonly id?: RecordId
  /** Plain English for developers. */
  readonly message: string
}
