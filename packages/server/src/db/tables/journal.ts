/** One start of a server process; one that died is known by its time, or by the next start under its name. */
export interface NodeRow {
  id: string
  /** The same after a restart; empty: nobody can say that it has ended but its time. */
  name: string
  alive_until: number
}

export interface BoardRow {
  wid: string
  /** Another one after a restore from a backup: what a page held before is then worthless. */
  epoch: string
  /** Number of the last edit of the journal. */
  head: number
  /** Chain hash at the head; empty until the lease is taken for the first time. */
  chain: string
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
  /** Hash over the edit before and this one as it was first stored; empty in rows from before there were any. */
  chain: string
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

/** A delete that passed over somebody's work, until that person has seen that it did. */
export interface DeleteConflictRow {
  wid: string
  /** Whose work it was. */
  uid: string
  /** Journal number of the delete. */
  seq: number
  /** Who wanted to delete it. */
  by_uid: string
  /** JSON: record ids. */
  ids: string
}

export interface JournalTables {
  nodes: NodeRow
  boards: BoardRow
  journal_schemas: JournalSchemaRow
  journal: JournalRow
  checkpoints: CheckpointRow
  chunks: ChunkRow
  delete_conflicts: DeleteConflictRow
}
