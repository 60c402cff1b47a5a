import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import type { EditOutcome, OutcomeStore } from '@tavla/canvas/model'
import { undecidedLimits } from '@tavla/contract'
import { DatabaseWrites } from '../database-writes.ts'
import type { BoardKey } from '../cached-boards-database.ts'
import { waitForCommit, getPrefixRange, openDatabase, withDatabase } from '../database.ts'
import { readRows, undecidedDatabase, type UndecidedRow, undecidedStore } from './undecided-database.ts'
import { compareItems, getItems, needsDecision, type UndecidedItem } from './undecided-items.ts'

/** Pending decisions of one person on one board: the same in every tab, until they are decided. */
export interface UndecidedStore extends OutcomeStore {
  /** Oldest first. */
  readonly items: ReadonlySignal<readonly UndecidedItem[]>
  /** False if the browser stores nothing or has no space left: items are then lost with this tab. */
  readonly isDurable: ReadonlySignal<boolean>
  add(outcome: EditOutcome): Promise<void>
  /** Removes decided items. */
  discard(keys: readonly string[]): Promise<void>
  close(): Promise<void>
}

export interface UndecidedHost {
  readonly indexedDB: IDBFactory | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export async function openUndecided(boardKey: BoardKey, host: UndecidedHost): Promise<UndecidedStore> {
  const database = await openDatabase(host.indexedDB, undecidedDatabase)
  const store = new StoredUndecided(boardKey, database, host.now)
  await store.read()
  await Promise.resolve()
  return store
}

class StoredUndecided implements UndecidedStore {
  readonly items = signal<readonly UndecidedItem[]>([])
  readonly isDurable: Signal<boolean>
  readonly #boardKey: BoardKey
  readonly #database: IDBDatabase | null
  readonly #writes: DatabaseWrites | null
  readonly #now: () => number
  readonly #channel: BroadcastChannel
  readonly #known = new Map<string, UndecidedItem>()
  /** Keys of items that are not written yet, or could not be; shown like the rest. */
  readonly #unwritten = new Set<string>()
  #isPublishing = false
  #reading: Promise<void> | null = null
  #isStale = false

  constructor(boardKey: BoardKey, database: IDBDatabase | null, now: () => number) {
    this.#boardKey = boardKey
    this.#database = database
    this.#writes = database && new DatabaseWrites(database, [undecidedStore])
    this.#now = now
    this.isDurable = signal(database !== null)
    this.#channel = new BroadcastChannel(`tavla-undecided:${boardKey.uid}:${boardKey.wid}`)
    this.#channel.onmessage = () => void this.read()
  }

  /** Changes announced during a read are read once, after it. */
  async read(): Promise<void> {
    this.#isStale = true
    this.#reading ??= this.#readAll().finally(() => (this.#reading = null))
    await this.#reading
  }

  async add(outcome: EditOutcome): Promise<void> {
    const items = getItems(outcome, this.#now())
    for (const item of items) {
      if (!this.#known.has(item.key)) this.#unwritten.add(item.key)
      this.#known.set(item.key, item)
    }
    this.#publish()
    if (!this.#writes) return
    try {
      if (this.#known.size > undecidedLimits.items) throw new Error('Too many undecided items')
      await this.#write((rows) =>
        items.forEach((item) => rows.put({ ...this.#boardKey, ...item } satisfies UndecidedRow)),
      )
    } catch (error) {
      this.isDurable.value = false
      throw error
    }
    for (const { key } of items) this.#unwritten.delete(key)
  }

  async discard(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.#unwritten.delete(key)
      this.#known.delete(key)
    }
    this.#publish()
    const { uid, wid } = this.#boardKey
    await this.#write((rows) => keys.forEach((key) => rows.delete([uid, wid, key])))
  }

  async close(): Promise<void> {
    await this.#writes?.enqueue(() => undefined).catch(() => undefined)
    this.#channel.close()
    this.#database?.close()
  }

  async #readAll(): Promise<void> {
    const { uid, wid } = this.#boardKey
    while (this.#isStale && this.#database) {
      this.#isStale = false
      try {
        const rows = await readRows(this.#database, getPrefixRange(uid, wid))
        for (const key of this.#known.keys()) if (!this.#unwritten.has(key)) this.#known.delete(key)
        for (const { key, at, outcome } of rows) this.#known.set(key, { key, at, outcome })
      } catch {
        // Closed meanwhile, or not readable now: the known items stay.
        return
      }
      this.#publish()
    }
  }

  async #write(write: (rows: IDBObjectStore) => void): Promise<void> {
    await this.#writes?.enqueue((transaction) => write(transaction.objectStore(undecidedStore)))
    this.#channel.postMessage(null)
  }

  /** Collects outcomes, because many arrive at once after a long absence. */
  #publish(): void {
    if (this.#isPublishing) return
    this.#isPublishing = true
    queueMicrotask(() => {
      this.#isPublishing = false
      this.items.value = [...this.#known.values()].toSorted(compareItems)
    })
  }
}

/** Number of pending decisions of one person, by board. */
export async function undecidedByBoard(
  uid: string,
  factory: IDBFactory | undefined = globalThis.indexedDB,
): Promise<ReadonlyMap<string, readonly UndecidedItem[]>> {
  const rows = await withDatabase(factory, undecidedDatabase, (database) =>
    readRows(database, getPrefixRange(uid)),
  )
  return Map.groupBy((rows ?? []).filter(needsDecision).toSorted(compareItems), ({ wid }) => wid)
}

/** Deletes the pending decisions of this person, on all boards. */
export async function discardUndecided(
  uid: string,
  factory: IDBFactory | undefined = globalThis.indexedDB,
): Promise<void> {
  await withDatabase(factory, undecidedDatabase, async (database) => {
    const transaction = database.transaction(undecidedStore, 'readwrite')
    transaction.objectStore(undecidedStore).delete(getPrefixRange(uid))
    await waitForCommit(transaction)
  })
}
