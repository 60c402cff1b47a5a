import type { Change, DocumentView, SuggestionVerb } from '@tavla/canvas/model'
import type { Tx } from '../../db/database.ts'

/** Board contents, as the features need them; the realtime part implements it. */
export interface Boards {
  /** Gives the new space `to`, which nobody sees yet, the board of `from` as it is now, in the name of `uid`. */
  copy(from: string, to: string, uid: string): Promise<void>
  /** Changes a board in somebody's name, checked as their own edits are; throws when it is refused. */
  change(wid: string, uid: string, changes: readonly Change[]): Promise<void>
  /** The board as it is now, to be read; null: nobody has ever opened it. */
  read(wid: string): Promise<DocumentView | null>
  /** Forgets somebody on a board: their work stays, as that of `as`, who is nobody. Harmless the second time. */
  forget(wid: string, deletedAccount: { readonly uid: string; readonly as: string }): Promise<void>
  /** Takes away everything of a space's board, in the transaction that deletes the space for good. */
  erase(tx: Tx, wid: string): Promise<void>
  /** Takes the price of so much work from a person's budget; answers the seconds to wait where it is not there. */
  reserveWork(uid: string, units: number): number
  readonly past: BoardPast
}

/** What somebody did to a suggestion on a board. */
export interface SuggestionEvent {
  readonly verb: SuggestionVerb
  /** Who did it. */
  readonly actor: string
  readonly suggester: string
  /** Author of the element that it is for, where that is there. */
  readonly author?: string
}

/** The earliest moment of a board that can be made again, and the present one; both are journal numbers. */
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
  /** Neighbours under the same schema versions together. */
  readonly list: readonly { readonly schema: Versions; readonly edits: readonly Uint8Array[] }[]
  /** Number of the last one that is whole, when there are more. */
  readonly next: number | null
  /** So many bytes of the one after it are the last of the list. */
  readonly from: number
}

export interface StoredChunks {
  readonly list: readonly { readonly hash: string; readonly bytes: Uint8Array }[]
  /** The first that is not here whole, when there are more. */
  readonly next: string | null
  /** So many of its bytes are the last of the list. */
  readonly from: number
}

/** Boards as they were. */
export interface BoardPast {
  /** Null: nobody has ever opened it. */
  reach(wid: string): Promise<Retention | null>
  /** The last edit that had been made at this time; 0 before the first one that is known. */
  getTimeAt(wid: string, time: number): Promise<number>
  getTime(wid: string, seq: number): Promise<number | null>
  /** The newest whole keyframe at or before a moment; null where the journal leads there from an empty board. */
  keyframe(wid: string, seq: number): Promise<StoredKeyframe | null>
  /** Those that are as they were written, a page at a time; `from`: so many bytes of the first are known. */
  chunks(
    wid: string,
    page: { readonly hashes: readonly string[]; readonly from?: number; readonly maxBytes: number },
  ): Promise<StoredChunks>
  /** A page of them; `from`: so many bytes of the first are known. */
  edits(
    wid: string,
    page: {
      readonly after: number
      readonly to: number
      readonly from?: number
      readonly maxBytes: number
    },
  ): Promise<StoredEdits>
  /** Deletes history before a time, as far as that is safe; returns the oldest time left if something was deleted. */
  trim(wid: string, before: number): Promise<number | null>
}

/** Spaces without boards: until realtime attaches. */
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
    trim: () => Promise.resolve(null),
  },
}
