import { cachedBoards } from '@tavla/contract'
import type { Space } from '@tavla/contract'
import { boardFormat } from '../board-format.ts'
import { DatabaseWrites } from './database-writes.ts'
import {
  boardsDatabase,
  getBoardRange,
  readBoard,
  readRow,
  readRows,
  removeBoard,
  stores,
} from './cached-boards-database.ts'
import type {
  BatchRow,
  BoardKey,
  BoardRow,
  ChunkRow,
  CachedBatch,
  CachedBoard,
  CachedChunk,
  CachedFacts,
} from './cached-boards-database.ts'
import { waitForRequest, waitForCommit, openDatabase, withDatabase } from './database.ts'

/** Key of one person's copy of one board. */
export interface CachedBoardStore {
  readonly board: CachedBoard | null
  chunk(id: string): Promise<CachedChunk | null>
  /** Writes in one transaction; chunks that are not passed are kept if the new state refers to them. */
  replace(facts: CachedFacts, chunks: readonly CachedChunk[], batches: readonly CachedBatch[]): Promise<void>
  append(epoch: string, batch: CachedBatch): Promise<void>
  setRole(role: Space['role']): Promise<void>
  clear(): Promise<void>
  /** Writes immediately, because the page may be closed. */
  flush(): void
  /** Resolves when everything passed in is written. */
  close(): Promise<void>
}

export interface CachedBoardsHost {
  readonly indexedDB: IDBFactory | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Null if the browser stores nothing. Also records that this person opened the board now. */
export async function openCachedBoard(
  boardKey: BoardKey,
  space: Space,
  host: CachedBoardsHost,
): Promise<CachedBoardStore | null> {
  const database = await openDatabase(host.indexedDB, boardsDatabase)
  if (!database) return null
  try {
    const row = await readRow(database, boardKey)
    const board = row && (await readBoard(database, row))
    return new Store(database, boardKey, space, host.now, board)
  } catch {
    // Unreadable data is ignored: the room has the board.
    database.close()
    return null
  }
}

/** What this person last saw of a space whose board is completely cached; else null. */
export async function getCachedSpace(
  boardKey: BoardKey,
  indexedDB: IDBFactory | undefined = globalThis.indexedDB,
): Promise<Space | null> {
  const row = await withDatabase(indexedDB, boardsDatabase, (database) => readRow(database, boardKey))
  return row ? { ...row.space, role: row.role } : null
}

/** Spaces whose boards this person can open offline. */
export async function listCachedSpaceIds(
  uid: string,
  indexedDB: IDBFactory | undefined = globalThis.indexedDB,
): Promise<ReadonlySet<string>> {
  const rows = await withDatabase(indexedDB, boardsDatabase, (database) => readRows(database, uid))
  return new Set(rows?.map(({ wid }) => wid))
}

export async function deleteCachedBoard(
  boardKey: BoardKey,
  indexedDB: IDBFactory | undefined = globalThis.indexedDB,
): Promise<void> {
  await withDatabase(indexedDB, boardsDatabase, async (database) => {
    const transaction = database.transaction(stores, 'readwrite')
    removeBoard(transaction, boardKey)
    await waitForCommit(transaction)
  })
}

class Store implements CachedBoardStore {
  readonly board: CachedBoard | null
  readonly #database: IDBDatabase
  readonly #writes: DatabaseWrites
  readonly #boardKey: BoardKey
  readonly #space: Space
  readonly #now: () => number
  #row: BoardRow | null

  constructor(
    database: IDBDatabase,
    boardKey: BoardKey,
    space: Space,
    now: () => number,
    board: { readonly row: BoardRow; readonly batches: readonly CachedBatch[] } | null,
  ) {
    this.#database = database
    this.#writes = new DatabaseWrites(database, stores)
    this.#boardKey = boardKey
    this.#space = space
    this.#now = now
    this.#row = board?.row ?? null
    this.board = board && { facts: getFacts(board.row), batches: board.batches }
    if (this.#row) void this.#updateRow({ space, at: now() }).catch(() => undefined)
  }

  async chunk(id: string): Promise<CachedChunk | null> {
    const { uid, wid } = this.#boardKey
    const rows = this.#database.transaction('chunks').objectStore('chunks')
    return (await waitForRequest<ChunkRow | undefined>(rows.get([uid, wid, id]))) ?? null
  }

  async replace(
    facts: CachedFacts,
    chunks: readonly CachedChunk[],
    batches: readonly CachedBatch[],
  ): Promise<void> {
    const bytes = facts.chunks.reduce((sum, chunk) => sum + chunk.bytes, 0)
    const row = {
      ...this.#boardKey,
      ...facts,
      format: boardFormat,
      space: this.#space,
      at: this.#now(),
      bytes,
    }
    const stale = await this.#listStaleChunks(facts)
    await this.#writes.enqueue((transaction) => {
      const [boards, parts, log] = stores.map((name) => transaction.objectStore(name))
      log?.delete(getBoardRange(this.#boardKey))
      for (const key of stale) parts?.delete(key)
      for (const chunk of chunks) parts?.put({ ...this.#boardKey, ...chunk } satisfies ChunkRow)
      for (const batch of batches)
        log?.put({ ...this.#boardKey, epoch: facts.epoch, ...batch } satisfies BatchRow)
      boards?.put(row satisfies BoardRow)
    })
    this.#row = row
    await this.#prune()
  }

  async append(epoch: string, batch: CachedBatch): Promise<void> {
    await this.#writes.enqueue((transaction) => {
      transaction.objectStore('batches').put({ ...this.#boardKey, epoch, ...batch } satisfies BatchRow)
    })
  }

  async setRole(role: Space['role']): Promise<void> {
    if (this.#row && this.#row.role !== role) await this.#updateRow({ role })
  }

  async clear(): Promise<void> {
    this.#row = null
    await this.#writes.enqueue((transaction) => removeBoard(transaction, this.#boardKey))
  }

  flush(): void {
    this.#writes.flush()
  }

  async close(): Promise<void> {
    await this.#writes.enqueue(() => undefined).catch(() => undefined)
    this.#database.close()
  }

  async #updateRow(changed: Partial<BoardRow>): Promise<void> {
    if (!this.#row) return
    const row = { ...this.#row, ...changed }
    this.#row = row
    await this.#writes.enqueue((transaction) => void transaction.objectStore('boards').put(row))
  }

  /** Cached chunks that the new state does not refer to or has replaced. */
  async #listStaleChunks(facts: CachedFacts): Promise<readonly IDBValidKey[]> {
    const ids = new Map(facts.chunks.map(({ id, hash }) => [id, hash]))
    const rows = this.#database.transaction('chunks').objectStore('chunks')
    const stale: IDBValidKey[] = []
    for (const key of await waitForRequest(rows.getAllKeys(getBoardRange(this.#boardKey)))) {
      const id = Array.isArray(key) ? String(key[2]) : ''
      if (!ids.has(id)) stale.push(key)
    }
    return stale
  }

  /** Deletes the least recently opened boards to make room. */
  async #prune(): Promise<void> {
    const rows = this.#database.transaction('boards').objectStore('boards')
    const boards = (await waitForRequest<BoardRow[]>(rows.getAll())).toSorted((a, b) => b.at - a.at)
    let remainingBytes: number = cachedBoards.bytes
    const excess = boards.filter(({ bytes }, i) => (remainingBytes -= bytes) < 0 || i >= cachedBoards.boards)
    const others = excess.filter(({ uid, wid }) => uid !== this.#boardKey.uid || wid !== this.#boardKey.wid)
    if (others.length === 0) return
    await this.#writes.enqueue((transaction) => others.forEach((other) => removeBoard(transaction, other)))
  }
}

function getFacts({ epoch, seq, chain, role, chunks }: BoardRow): CachedFacts {
  return { epoch, seq, chain, role, chunks }
}
