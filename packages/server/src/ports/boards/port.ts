import type { Change, DocumentView, SuggestionVerb } from '@tavla/canvas/model'
import type { Tx } from '../../db/database.ts'

/** A board cannot be opened by this process now, such as while another process has it open; it may be later. */
export class BoardUnavailable extends Error {}

/** Access to board contents for features; implemented by realtime. */
export interface Boards {
  /** Copies the board of `from` into the new space `to`, which nobody sees yet, with `uid` as author. */
  copy(from: string, to: string, uid: string): Promise<void>
  /** Applies changes in somebody's name with the same checks as their own edits; throws when refused. */
  change(wid: string, uid: string, changes: readonly Change[]): Promise<void>
  /** The current board for reading; null: never opened. */
  read(wid: string): Promise<DocumentView | null>
  /** Erases a person from a board: their work is attributed to the placeholder `as`. Idempotent. */
  forget(wid: string, deletedAccount: { readonly uid: string; readonly as: string }): Promise<void>
  /** Deletes a space's board data, in the transaction that deletes the space. */
  erase(tx: Tx, wid: string): Promise<void>
  /** Takes work units from a person's budget; returns the seconds to wait if it is exhausted. */
  reserveWork(uid: string, units: number): number
  readonly past: BoardPast
}

/** What somebody did to a suggestion on a board. */
export interface SuggestionEvent {
  readonly verb: SuggestionVerb
  /** Who did it. */
  readonly actor: string
  readonly suggester: string
  /** Author of the element the suggestion is about, if it exists. */
  readonly author?: string
}

/** The earliest version that can be restored, and the current one, as journal numbers. */
export interface Retention {
  readonly first: number
  readonly head: number
}

type Versions = Readonly<Record<string, number>>

export interface StoredKeyframe {
  readonly seq: number
  readonly time: number
  readonly schema: Versions
  readonly chunks: readonly { readonly hash: string; readonly size: number }[]
}

export interface StoredEdits {
  /** Consecutive edits under the same schema versions are grouped. */
  readonly list: readonly { readonly schema: Versions; readonly edits: readonly Uint8Array[] }[]
  /** Number of the last complete edit, when there are more. */
  readonly next: number | null
  /** Number of bytes of the following edit that end the list. */
  readonly from: number
}

export interface StoredChunks {
  readonly list: readonly { readonly hash: string; readonly bytes: Uint8Array }[]
  /** The first chunk that is not complete, when there are more. */
  readonly next: string | null
  /** Number of its bytes that end the list. */
  readonly from: number
}

/** Earlier versions of boards. */
export interface BoardPast {
  /** Null: never opened. */
  reach(wid: string): Promise<Retention | null>
  /** The last edit made until this time; 0 before the first known one. */
  getTimeAt(wid: string, time: number): Promise<number>
  getTime(wid: string, seq: number): Promise<number | null>
  /** The newest intact keyframe at or before a version; null if the journal starts from an empty board. */
  keyframe(wid: string, seq: number): Promise<StoredKeyframe | null>
  /** Intact chunks, a page at a time; `from`: offset in the first one. */
  chunks(
    wid: string,
    page: { readonly hashes: readonly string[]; readonly from?: number; readonly maxBytes: number },
  ): Promise<StoredChunks>
  /** A page of edits; `from`: byte offset in the first one. */
  edits(
    wid: string,
    page: {
      readonly after: number
      readonly to: number
      readonly from?: number
      readonly maxBytes: number
    },
  ): Promise<StoredEdits>
  /**
   * Everything that looks like an id of `randomId`, in all that is kept of a board after an edit: in its state, its
   * history and its suggestions. Throws when something cannot be read.
   */
  ids(wid: string, after: number): AsyncIterable<ReadonlySet<string>>
  /** Deletes history before a time, as far as that is safe; returns the oldest time left if something was deleted. */
  trim(wid: string, before: number): Promise<number | null>
}

/** An implementation without boards, until realtime attaches. */
export const noBoards: Boards = {
  copy: () => Promise.reject(new Error('Boards are not attached')),
  change: () => Promise.reject(new Error('Boards are not attached')),
  read: () => Promise.resolve(null),
  forget: () => Promise.reject(new Error('Boards are not attached')),
  erase: () => Promise.resolve(),
  reserveWork: () => 0,
  past: {
    reach: () => Promise.resolve(null),
    getTimeAt: () => Promise.resolve(0),
    getTime: () => Promise.resolve(null),
    keyframe: () => Promise.resolve(null),
    chunks: () => Promise.resolve({ list: [], next: null, from: 0 }),
    edits: () => Promise.resolve({ list: [], next: null, from: 0 }),
    async *ids() {
      // No board names anything.
    },
    trim: () => Promise.resolve(null),
  },
}
