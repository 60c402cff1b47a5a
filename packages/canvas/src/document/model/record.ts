/** Identifies a record inside one space; random, created by the client. */
export type RecordId = string

/**
 * One record of a space: a page, group, frame, element or binding. Fields are flat, so that changes of different
 * fields never conflict.
 */
export interface BoardRecord {
  readonly id: RecordId
  readonly kind: string
  /**
   * The page, frame or group that contains it; null only for pages. Determines clipping, order, permissions and
   * what moves with it, but not coordinates.
   */
  readonly parent: RecordId | null
  /** Fractional order key among its siblings. Equal keys are valid and are ordered by id. */
  readonly z: string
  /** Uid of the author, set by the server. */
  readonly by: string
  /** Journal number of the edit that created it, set by the server; 0 while unconfirmed. */
  readonly made: number
  readonly [prop: string]: unknown
}

/** A record with a position: page coordinates of the unrotated box, and degrees of rotation about its centre. */
export interface ElementRecord extends BoardRecord {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly r: number
  /** URL that a click opens. */
  readonly link?: string
}

/** Last writer of each field as journal numbers. Absent fields were last written by `made`. */
export type FieldClock = Readonly<Record<string, number>>

/** One immutable piece of a stroke: delta-encoded points, decoded by `stroke-points.ts`. */
export type StrokePiece = Uint8Array

/** Read access to a board, implemented by the client's replica and the server's room. */
export interface DocumentView {
  readonly size: number
  get(id: RecordId): BoardRecord | undefined
  /**
   * The record, possibly with an outdated position. Cheaper than `get` after a large move, for readers that do
   * not need positions.
   */
  getUnmoved(id: RecordId): BoardRecord | undefined
  /** Children in `(z, id)` order; `null` lists the pages. */
  childIds(parent: RecordId | null): readonly RecordId[]
  /** Pieces of a stroke in order; empty for anything else. */
  pieces(id: RecordId): readonly StrokePiece[]
  /** Bindings whose target or connector is this record. */
  getBindings(id: RecordId): readonly RecordId[]
  /** Records that are targets of bindings. */
  targets(): Iterable<RecordId>
  ids(): Iterable<RecordId>
}

/** Records and strokes that were added, changed or removed since the last notification. */
export interface DocumentChange {
  readonly ids: ReadonlySet<RecordId>
  /** Everything may have changed: the board was loaded or replaced. */
  readonly whole: boolean
}

/** Records that moved by one offset. */
export interface Move {
  readonly ids: readonly RecordId[]
  readonly dx: number
  readonly dy: number
}

/**
 * A change with large moves kept separate. A record can be in a move and in `rest`; moves are applied first.
 * Computing `ids` is linear in the size of the moves.
 */
export interface BoardChange extends DocumentChange {
  readonly moves: readonly Move[]
  readonly rest: ReadonlySet<RecordId>
}

/** A document with change notifications. Listeners run after the change is complete, once per edit or batch. */
export interface LiveDocument extends DocumentView {
  /** Open suggestions; usually few. */
  suggestionIds(): ReadonlySet<RecordId>
  /** Calls `visit` with `still` of each id. The lookup of the last long list is cached. */
  each(ids: readonly RecordId[], visit: (record: BoardRecord | undefined, id: RecordId) => void): void
  observe(listener: (change: BoardChange) => void): () => void
}
