import { Space } from '@tavla/contract'
import type { ChunkEntry } from '@tavla/contract/realtime'
import { z } from 'zod'
import { boardFormat } from '../board-format.ts'
import {
  waitForCommit,
  waitForRequest,
  type DatabaseDefinition,
  getPrefixRange,
  withDatabase,
} from './database.ts'

/** The room's last known state of a board. */
export interface CachedFacts {
  readonly epoch: string
  readonly seq: number
  /**
   * Chain hash of the journal at `seq`; missing in data cached by older versions, which then proves
   * nothing.
   */
  readonly chain?: string | undefined
  readonly role: Space['role']
  readonly chunks: readonly ChunkEntry[]
}

/** A chunk of a board, compressed as received. */
export interface CachedChunk {
  readonly id: string
  readonly hash: string | null
  readonly bytes: Uint8Array
}

/** Edits as received from the room. */
export interface CachedBatch {
  readonly from: number
  readonly to: number
  readonly bytes: Uint8Array
  /** Chain hash of the journal at `to`. */
  readonly chain?: string | undefined
}

/** A board that can be shown offline: its state and the following edits without a gap. */
export interface CachedBoard {
  readonly facts: CachedFacts
  readonly batches: readonly CachedBatch[]
}

export interface BoardKey {
  readonly uid: string
  readonly wid: string
}

export const imageStoreName = 'pictures'
export const stores = ['boards', 'chunks', 'batches', imageStoreName] as const

export interface BoardRow extends BoardKey, CachedFacts {
  /** Format of the cached data; another format cannot be read. */
  readonly format: string
  readonly space: Space
  readonly at: number
  /** Bytes of all chunks. */
  readonly bytes: number
}
export type ChunkRow = BoardKey & CachedChunk
export type ImageRow = BoardKey & { readonly file: string; readonly at: number; readonly bytes: Blob }
export type BatchRow = BoardKey & CachedBatch & { readonly epoch: string }

/** May have been written by an earlier version. */
const ReadableRow = z.looseObject({ format: z.literal(boardFormat), space: Space })

export const getBoardRange = ({ uid, wid }: BoardKey) => getPrefixRange(uid, wid)
const getKey = ({ uid, wid }: BoardKey): IDBValidKey => [uid, wid]

export async function readRow(database: IDBDatabase, boardKey: BoardKey): Promise<BoardRow | null> {
  const rows = database.transaction('boards').objectStore('boards')
  const row = await waitForRequest<BoardRow | undefined>(rows.get(getKey(boardKey)))
  return row && ReadableRow.safeParse(row).success ? row : null
}

/** All boards of one person that this version can read. */
export async function readRows(database: IDBDatabase, uid: string): Promise<readonly BoardRow[]> {
  const rows = database.transaction('boards').objectStore('boards')
  const all = await waitForRequest<BoardRow[]>(rows.getAll(getPrefixRange(uid)))
  return all.filter((row) => ReadableRow.safeParse(row).success)
}

/** Null when a chunk is missing: an incomplete board is not shown. */
export async function readBoard(
  database: IDBDatabase,
  row: BoardRow,
): Promise<{ readonly row: BoardRow; readonly batches: readonly CachedBatch[] } | null> {
  const transaction = database.transaction(['chunks', 'batches'])
  const [keys, log] = await Promise.all([
    waitForRequest(transaction.objectStore('chunks').getAllKeys(getBoardRange(row))),
    waitForRequest<BatchRow[]>(transaction.objectStore('batches').getAll(getBoardRange(row))),
  ])
  const storedIds = new Set(keys.map((key) => (Array.isArray(key) ? String(key[2]) : '')))
  if (!row.chunks.every(({ id }) => storedIds.has(id))) return null
  return {
    row,
    batches: takeUntilGap(
      log.filter(({ epoch }) => epoch === row.epoch),
      row.seq,
    ),
  }
}

/**
 * Several tabs write the same log, so entries overlap, and the end of a closed tab's entries may be
 * missing.
 */
export function takeUntilGap(log: readonly CachedBatch[], seq: number): readonly CachedBatch[] {
  let end = seq
  const contiguous: CachedBatch[] = []
  for (const batch of log.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (batch.from > end + 1) break
    if (batch.to <= end) continue
    contiguous.push(batch)
    end = batch.to
  }
  return contiguous
}

export function removeBoard(transaction: IDBTransaction, boardKey: BoardKey): void {
  transaction.objectStore('boards').delete(getKey(boardKey))
  transaction.objectStore('chunks').delete(getBoardRange(boardKey))
  transaction.objectStore('batches').delete(getBoardRange(boardKey))
  transaction.objectStore(imageStoreName).delete(getBoardRange(boardKey))
}

export const boardsDatabase: DatabaseDefinition = {
  name: 'tavla-boards',
  version: 2,
  upgrade(database, oldVersion) {
    if (oldVersion < 1) {
      database.createObjectStore('boards', { keyPath: ['uid', 'wid'] })
      database.createObjectStore('chunks', { keyPath: ['uid', 'wid', 'id'] })
      database.createObjectStore('batches', { keyPath: ['uid', 'wid', 'from', 'to'] })
    }
    database.createObjectStore(imageStoreName, { keyPath: ['uid', 'wid', 'file'] })
  },
  closesForNewer: true,
}

/** Deletes the cached boards of everybody but this person; null: of everybody. */
export async function deleteOtherUsersBoards(
  uid: string | null,
  indexedDB: IDBFactory | undefined = globalThis.indexedDB,
): Promise<void> {
  await withDatabase(indexedDB, boardsDatabase, async (database) => {
    const transaction = database.transaction(stores, 'readwrite')
    for (const name of stores) {
      const rows = transaction.objectStore(name)
      if (uid === null) rows.clear()
      else {
        rows.delete(IDBKeyRange.upperBound([uid], true))
        rows.delete(IDBKeyRange.lowerBound([uid, []], true))
      }
    }
    await waitForCommit(transaction)
  })
}
