/** Identifies a record inside one space; random, made by the client that creates it. */
export type RecordId = string

/**
 * One record of a space: a page, a group, a frame, an element or a binding. Fields are flat, so that
 * two people who change different fields never conflict.
 */
export interface BoardRecord {
  readonly id: RecordId
  readonly kind: string
  /** Page, frame or group that holds it; null only for pages. Decides clipping, order, rights and what moves along, never coordinates. */
  readonly parent: RecordId | null
  /** Fractional order key among its siblings; equal keys are legal and fall back to the id. */
  readonly z: string
  /** Uid of the author, set by the server. */
  readonly by: string
  /** Journal number of the edit that created it, set by the server; 0 while only on this screen. */
  readonly made: number
  readonly [prop: string]: unknown
}

/** A record that has a place on a page: page coordinates of the unrotated box, degrees about its centre. */
export interface ElementRecord extends BoardRecord {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly r: number
}

/** Who wrote each field last, as journal numbers; absent fields were last written by `made`. */
export type FieldClock = Readonly<Record<string, number>>

/** One immutable piece of a stroke: delta-encoded points, decoded by `stroke-points.ts`. */
export type StrokePiece = Uint8Array

/** What a reader of the board may ask; the replica and the server's room both answer it. */
export interface DocumentView {
  readonly size: number
  get(id: RecordId): BoardRecord | undefined
  /**
   * The record with a place that may be an earlier one. For those who look through many and do not ask where they are:
   * after a move of many, `get` has to make each record.
   */
  still(id: RecordId): BoardRecord | undefined
  /** Children in `(z, id)` order; `null` lists the pages. */
  childIds(parent: RecordId | null): readonly RecordId[]
  /** Pieces of a stroke in order; empty for anything else. */
  pieces(id: RecordId): readonly StrokePiece[]
  /** Bindings (records of kind `binding`) whose target or whose connector is this record. */
  getBindings(id: RecordId): readonly RecordId[]
  /** Records that a binding holds on to. */
  targets(): Iterable<RecordId>
  ids(): Iterable<RecordId>
}

/** What changed since the last announcement: records and stroke pieces added, changed or removed. */
export interface DocumentChange {
  readonly ids: ReadonlySet<RecordId>
  /** Everything may have changed: the board was loaded or replaced. */
  readonly whole: boolean
}

/** Records that changed places all by one offset. */
export interface Move {
  readonly ids: readonly RecordId[]
  readonly dx: number
  readonly dy: number
}

/**
 * The same for callers that treat a move of many as one change: what was moved, and what else changed. A record can be in
 * both; the move comes first. Reading `ids` costs as much as the moves are long.
 */
export interface BoardChange extends DocumentChange {
  readonly moves: readonly Move[]
  readonly rest: ReadonlySet<RecordId>
}

/** A document that can be watched. Listeners run after the change is complete, once per edit or batch. */
export interface LiveDocument extends DocumentView {
  /** Open suggestions; a few at most. */
  suggestionIds(): ReadonlySet<RecordId>
  /** `still` of each. The last long list that was asked about need not be looked up again. */
  each(ids: readonly RecordId[], visit: (record: BoardRecord | undefined, id: RecordId) => void): void
  observe(listener: (change: BoardChange) => void): () => void
}
