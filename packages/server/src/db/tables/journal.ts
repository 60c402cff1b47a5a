import type { Generated } from 'kysely'

/** One start of a server process; a dead one is detected by its time, or by the next start under its name. */
export interface NodeRow {
  id: string
  /** The same after a restart; empty: a dead process is detected by its time alone. */
  name: string
  alive_until: number
  /** Its URL for other processes; empty: they cannot reach it. */
  url: string
  /** Derived from its secret; empty: unknown. */
  secret_check: string
}

export interface BoardRow {
  wid: string
  /** Changes after a restore from a backup, which invalidates what pages hold. */
  epoch: string
  /** Number of the journal's last edit. */
  head: number
  /** Chain hash at the head; empty until the lease is first taken. */
  chain: string
  /** Fencing token, raised whenever the lease is taken; an append with an older one is refused. */
  fence: number
  /** Node that holds the lease; empty: nobody. */
  owner: string
  /** Journal number of the newest complete checkpoint; 0: none. */
  checkpoint: number
}

/** Schema versions of all kinds as JSON, under a small number. */
export interface JournalSchemaRow {
  id: number
  versions: string
}

/** One edit as applied; kept for history with its author and time. */
export interface JournalRow {
  wid: string
  seq: number
  time: number
  uid: string
  tab: string
  counter: number
  schema: number
  bytes: Uint8Array
  /** Hash of the previous edit's hash and this edit as first stored; empty in older rows. */
  chain: string
}

export interface CheckpointRow {
  wid: string
  seq: number
  time: number
  schema: number
  /** JSON: the chunks in order, with page, bounds, size and hash. */
  manifest: Uint8Array
  /** Hash of the manifest. */
  hash: string
}

/** Chunk bytes by hash, so that checkpoints share unchanged chunks. */
export interface ChunkRow {
  wid: string
  hash: string
  bytes: Uint8Array
}

/** A delete that was skipped because of somebody's newer work, until that person has seen it. */
export interface DeleteConflictRow {
  wid: string
  /** Whose work was spared. */
  uid: string
  /** Journal number of the delete. */
  seq: number
  /** Who requested the delete. */
  by_uid: string
  /** JSON: record ids. */
  ids: string
}

/** A file that is named anywhere in what is kept of a board: its state, its history, its suggestions. */
export interface BoardFileRow {
  wid: string
  file_id: string
}

/** How far `board_files` is complete. */
export interface BoardFileIndexRow {
  wid: string
  /** Number of the last edit that was read. */
  seq: number
  /** When the files were last compared with all that is kept of the board. */
  checked_at: number
}

/** Messages of one process for the others, deleted after minutes. */
export interface NodeMessageRow {
  id: Generated<number>
  /** Who sent them; a random id of that process. */
  node: string
  sent_at: number
  /** JSON: the messages. */
  body: string
}

/** Who has a space open at one process; valid while its node lives. */
export interface OnlineRow {
  node: string
  wid: string
  /** JSON: a person per tab. */
  people: string
}

export interface JournalTables {
  nodes: NodeRow
  node_messages: NodeMessageRow
  online: OnlineRow
  boards: BoardRow
  board_files: BoardFileRow
  board_file_index: BoardFileIndexRow
  journal_schemas: JournalSchemaRow
  journal: JournalRow
  checkpoints: CheckpointRow
  chunks: ChunkRow
  delete_conflicts: DeleteConflictRow
}
