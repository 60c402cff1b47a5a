import { cachedBoards } from '@tavla/contract'
import type { Space } from '@tavla/contract'
import { boardFormat } from '../board-format.ts'
import { DatabaseWrites } from './database-writes.ts'
import {
  boardsDatabase,
  ofBoard,
  readBoard,
  readRow,
  readRows,
  removeBoard,
  stores,
} from './cached-boards-database.ts'
import type {
  BatchRow,
  BoardPlace,
  BoardRow,
  ChunkRow,
  CachedBatch,
  CachedBoard,
  CachedChunk,
  CachedFacts,
} from './cached-boards-database.ts'
import { answer, completed, openDatabase, withDatabase } from './database.ts'

/** Key of one person's copy of one board. */
export interface CachedBoardStore {
  readonly board: CachedBoard | null
  chunk(id: string): Promise<CachedChunk | null>
  /** Writes in one transaction; chunks that are not passed are kept if the new state refers to them. */
  replace(facts: CachedFacts, chunks: readonly CachedChunk[], batches: readonly CachedBatch[]): Promise<void>
  append(epoch: string, batch: CachedBatch): Promise<void>
  setRole(role: Space['role']): Promise<void>
  forget(): Promise<void>
  /** Writes immediately, because the page may be closed. */
  storeNow(): void
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
  place: BoardPlace,
  space: Space,
  host: CachedBoardsHost,
): Promise<CachedBoardStore | null> {
  const database = await openDatabase(host.indexedDB, boardsDatabase)
  if (!database) return null
  try {
    const row = await readRow(database, place)
    const board = row && (await readBoard(database, row))
    return new Store(database, place, space, host.now, board)
  } catch {
    // Unreadable data is ignored: the room has the board.
    database.close()
    return null
  }
}

/** What this person last saw of a space whose board is completely cached; else null. */
export async function getCachedSpace(
  place: BoardPlace,
  indexedDB: IDBFactory | undefined = globalThis.indexedDB,
): Promise<Space | null> {
  const row = await withDatabase(indexedDB, boardsDatabase, (database) => readRow(database, place))
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

/** Deletes the cached boards of everybody but this person; null: of everybody. */
export async function forgetOthersBoards(
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
    await completed(transaction)
  })
}

export async function forgetBoard(
  place: BoardPlace,
  indexedDB: IDBFactory | undefined = globalThis.indexedDB,
): Promise<void> {
  await withDatabase(indexedDB, boardsDatabase, async (database) => {
    const transaction = database.transaction(stores, 'readwrite')
    removeBoard(transaction, place)
    await completed(transaction)
  })
}

class Store implements CachedBoardStore {
  readonly board: CachedBoard | null
  readonly #database: IDBDatabase
  readonly #writes: DatabaseWrites
  readonly #place: BoardPlace
  readonly #space: Space
  readonly #now: () => number
  #row: BoardRow | null

  constructor(
    database: IDBDatabase,
    place: BoardPlace,
    space: Space,
    now: () => number,
    board: { readonly row: BoardRow; readonly batches: readonly CachedBatch[] } | null,
  ) {
    this.#database = database
    this.#writes = new DatabaseWrites(database, stores)
    this.#place = place
    this.#space = space
    this.#now = now
    this.#row = board?.row ?? null
    this.board = board && { facts: getFacts(board.row), batches: board.batches }
    if (this.#row) void this.#note({ space, at: now() }).catch(() => undefined)
  }

  async chunk(id: string): Promise<CachedChunk | null> {
    const { uid, wid } = this.#place
    const rows = this.#database.transaction('chunks').objectStore('chunks')
    return (await answer<ChunkRow | undefined>(rows.get([uid, wid, id]))) ?? null
  }

  async replace(
    facts: CachedFacts,
    chunks: readonly CachedChunk[],
    batches: readonly CachedBatch[],
  ): Promise<void> {
    const bytes = facts.chunks.reduce((sum, chunk) => sum + chunk.bytes, 0)
    const row = { ...this.#place, ...facts, format: boardFormat, space: this.#space, at: this.#now(), bytes }
    const stale = await this.#staleChunks(facts)
    await this.#writes.soon((transaction) => {
      const [boards, parts, log] = stores.map((name) => transaction.objectStore(name))
      log?.delete(ofBoard(this.#place))
      for (const key of stale) parts?.delete(key)
      for (const chunk of chunks) parts?.put({ ...this.#place, ...chunk } satisfies ChunkRow)
      for (const batch of batches)
        log?.put({ ...this.#place, epoch: facts.epoch, ...batch } satisfies BatchRow)
      boards?.put(row satisfies BoardRow)
    })
    this.#row = row
    await this.#prune()
  }

  async append(epoch: string, batch: CachedBatch): Promise<void> {
    await this.#writes.soon((transaction) => {
      transaction.objectStore('batches').put({ ...this.#place, epoch, ...batch } satisfies BatchRow)
    })
  }

  async setRole(role: Space['role']): Promise<void> {
    if (this.#row && this.#row.role !== role) await this.#note({ role })
  }

  async forget(): Promise<void> {
    this.#row = null
    await this.#writes.soon((transaction) => removeBoard(transaction, this.#place))
  }

  storeNow(): void {
    this.#writes.storeNow()
  }

  async close(): Promise<void> {
    await this.#writes.soon(() => undefined).catch(() => undefined)
    this.#database.close()
  }

  async #note(changed: Partial<BoardRow>): Promise<void> {
    if (!this.#row) return
    const row = { ...this.#row, ...changed }
    this.#row = row
    await this.#writes.soon((transaction) => void transaction.objectStore('boards').put(row))
  }

  /** Cached chunks that the new state does not refer to or has replaced. */
  async #staleChunks(facts: CachedFacts): Promise<readonly IDBValidKey[]> {
    const named = new Map(facts.chunks.map(({ id, hash }) => [id, hash]))
    const rows = this.#database.transaction('chunks').objectStore('chunks')
    const stale: IDBValidKey[] = []
    for (const key of await answer(rows.getAllKeys(ofBoard(this.#place)))) {
      const id = Array.isArray(key) ? String(key[2]) : ''
      if (!named.has(id)) stale.push(key)
    }
    return stale
  }

  /** Deletes the least recently opened boards to make room. */
  async #prune(): Promise<void> {
    const rows = this.#database.transaction('boards').objectStore('boards')
    const boards = (await answer<BoardRow[]>(rows.getAll())).toSorted((a, b) => b.at - a.at)
    let room: number = cachedBoards.bytes
    const gone = boards.filter(({ bytes }, i) => (room -= bytes) < 0 || i >= cachedBoards.boards)
    const others = gone.filter(({ uid, wid }) => uid !== this.#place.uid || wid !== this.#place.wid)
    if (others.length === 0) return
    await this.#writes.soon((transaction) => others.forEach((old) => removeBoard(transaction, old)))
  }
}

function getFacts({ epoch, seq, chain, role, chunks }: BoardRow): CachedFacts {
  return { epoch, seq, chain, role, chunks }
}
