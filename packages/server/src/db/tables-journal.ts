/** A server process; one that died is known by its time. */
export interface NodeRow {
  id: string
  alive_until: number
}

export interface BoardRow {
  wid: string
  /** Another one after a restore from a backup: what a page held before is then worthless. */
  epoch: string
  /** Number of the last edit of the journal. */
  head: number
  /** Raised by every taking of the lease; an append with an older one is refused. */
  fence: number
  /** Node that holds the lease; empty when nobody does. */
  owner: string
  /** Journal number of the newest complete checkpoint; 0 is none. */
  checkpoint: number
}

/** Schema versions of the kinds, as JSON, under a small number. */
export interface JournalSchemaRow {
  id: number
  versions: string
}

/** One edit as taken; kept for history, so that it names its author and time. */
export interface JournalRow {
  wid: string
  seq: number
  time: number
  uid: string
  tab: string
  counter: number
  schema: number
  bytes: Uint8Array
}

export interface CheckpointRow {
  wid: string
  seq: number
  time: number
  schema: number
  /** JSON: which chunks, in order, with their page, bounds, size and hash. */
  manifest: Uint8Array
  /** Of the manifest. */
  hash: string
}

/** Chunk bytes under their hash, so that unchanged chunks are shared by checkpoints. */
export interface ChunkRow {
  wid: string
  hash: string
  bytes: Uint8Array
}

export interface JournalTables {
  nodes: NodeRow
  boards: BoardRow
  journal_schemas: JournalSchemaRow
  journal: JournalRow
  checkpoints: CheckpointRow
  chunks: ChunkRow
}
