import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { Outbox, OutboxEntry } from '@tavla/canvas/model'
import type { Clock } from '../../dom/clock.ts'
import { DatabaseWrites } from '../database-writes.ts'
import { waitForRequest, getPrefixRange, openDatabase } from '../database.ts'
import { getParts, outboxDatabase, store } from './outbox-database.ts'
import type { Row } from './outbox-database.ts'
import { sortByTime } from './outbox-order.ts'
import { OtherTabs } from './outbox-other-tabs.ts'

/** The edits of one person in one space that the server has not acknowledged yet. */
export interface RoomOutbox extends Outbox {
  /** Unsent edits outlive this tab. False without IndexedDB (private windows) and from the first failed write on (full disk). */
  readonly isDurable: ReadonlySignal<boolean>
  /** False on plain-HTTP origins, where tabs cannot agree on one writer; the page says so. */
  readonly coordinated: boolean
  /** Edits left by a closed tab; this tab sends them from now on, with their ids. */
  onOrphans(listener: (entries: readonly OutboxEntry[]) => void): () => void
  /** Unsent edits of other tabs: reported at once and on every change. */
  onOtherTabs(listener: (entries: readonly OutboxEntry[]) => void): () => void
  /** Writes queued edits immediately, because the page may be closed. */
  flush(): void
  /** Resolves when everything is stored and other tabs can take over. */
  close(): Promise<void>
}

export interface OutboxSource {
  readonly uid: string
  readonly wid: string
  /** Id of this page load; never reused, so that counters of two loads cannot collide. */
  readonly tab: string
}

/** Browser APIs, replaceable in tests; plain-HTTP origins have no locks. */
export interface OutboxHost {
  readonly indexedDB: IDBFactory | undefined
  readonly locks: LockManager | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly after: Clock['after']
}

/**
 * Opens the outbox. Every tab holds a lock that shows that it is alive; one tab, the owner of the store,
 * holds a second one and sends what closed tabs left. Sending twice is harmless (the server applies each id
 * once), so nothing is lost if locks fail.
 */
export async function openOutbox(source: OutboxSource, host: OutboxHost): Promise<RoomOutbox> {
  const database = await openDatabase(host.indexedDB, outboxDatabase)
  if (!database) return createMemoryOutbox(source)
  const rows = new OutboxRows(database, source, host.now)
  const released = new AbortController()
  if (host.locks) await holdLock(host.locks, getTabLockName(source, source.tab), released.signal)
  const adopter = new OrphanAdopter(rows, source, host.locks, released.signal)
  const others = new OtherTabs(source, () => rows.listOfOtherTabs(), host.after)
  const isDurable = signal(true)
  const announceAfter = async (write: Promise<void>) => {
    await write
    others.announce()
  }
  const add = async (entry: OutboxEntry): Promise<void> => {
    try {
      await announceAfter(rows.add(entry))
    } catch (error) {
      isDurable.value = false
      throw error
    }
  }
  return {
    isDurable,
    coordinated: host.locks !== undefined,
    load: async () => [...(await adopter.adoptAtStart()), ...(await rows.listOfTab(source.tab))],
    add,
    remove: (editIds) => announceAfter(rows.remove(editIds)),
    onOrphans: (listener) => adopter.listen(listener),
    onOtherTabs: (listener) => others.listen(listener),
    flush: () => rows.flush(),
    async close() {
      // The next owner must find everything, so the locks are released last.
      await rows.close()
      others.close()
      released.abort()
    },
  }
}

class OutboxRows {
  readonly #database: IDBDatabase
  readonly #source: OutboxSource
  readonly #now: () => number
  /**
   * In order: an edit written again after its removal would count as unsent, and its counter would be
   * reused.
   */
  readonly #writes: DatabaseWrites
  #closed = false

  constructor(database: IDBDatabase, source: OutboxSource, now: () => number) {
    this.#database = database
    this.#source = source
    this.#now = now
    this.#writes = new DatabaseWrites(database, [store])
  }

  /** After everything added has been stored. */
  async close(): Promise<void> {
    await this.#enqueue(() => undefined).catch(() => undefined)
    this.#closed = true
    this.#database.close()
  }

  /** Empty once closed: what other tabs left waits for the next owner of the store. */
  async listAll(): Promise<readonly Row[]> {
    if (this.#closed) return []
    const { uid, wid } = this.#source
    const rows = this.#database.transaction(store).objectStore(store)
    return await waitForRequest<Row[]>(rows.getAll(getPrefixRange(uid, wid)))
  }

  async listOfTab(tab: string): Promise<readonly OutboxEntry[]> {
    return (await this.listAll()).filter((row) => row.tab === tab).map((row) => row.entry)
  }

  async listOfOtherTabs(): Promise<readonly OutboxEntry[]> {
    const rows = (await this.listAll()).filter((row) => row.tab !== this.#source.tab)
    return sortByTime(rows).map((row) => row.entry)
  }

  async add(entry: OutboxEntry): Promise<void> {
    const row = this.#getRow(entry)
    await this.#enqueue((edits) => void edits.put(row))
  }

  async remove(editIds: readonly string[]): Promise<void> {
    await this.#enqueue((edits) => editIds.forEach((id) => void edits.delete(this.#getKey(id))))
  }

  flush(): void {
    this.#writes.flush()
  }

  #enqueue(write: (edits: IDBObjectStore) => void): Promise<void> {
    return this.#writes.enqueue((transaction) => write(transaction.objectStore(store)))
  }

  #getRow(entry: OutboxEntry): Row {
    const { uid, wid } = this.#source
    return { uid, wid, ...getParts(entry.edit.id), at: this.#now(), entry }
  }

  #getKey(editId: string): IDBValidKey {
    const { tab, counter } = getParts(editId)
    return [this.#source.uid, this.#source.wid, tab, counter]
  }
}

/** Sends what closed tabs left: one tab of the browser profile does, the others wait for its lock. */
class OrphanAdopter {
  readonly #rows: OutboxRows
  readonly #source: OutboxSource
  readonly #locks: LockManager | undefined
  readonly #released: AbortSignal
  /** Tabs announce themselves here, so that the owner of the store notices when they close. */
  readonly #channel: BroadcastChannel
  readonly #listeners = new Set<(entries: readonly OutboxEntry[]) => void>()
  readonly #watched = new Set<string>()
  /** Adopted at the start: the page continues the last of them. */
  readonly #continuedTabs = new Set<string>()
  /** Found before there was a listener. */
  #unannounced: readonly OutboxEntry[] = []

  constructor(rows: OutboxRows, source: OutboxSource, locks: LockManager | undefined, released: AbortSignal) {
    this.#rows = rows
    this.#source = source
    this.#locks = locks
    this.#released = released
    this.#channel = new BroadcastChannel(getStoreLockName(source))
    released.addEventListener('abort', () => this.#channel.close())
  }

  listen(listener: (entries: readonly OutboxEntry[]) => void): () => void {
    this.#listeners.add(listener)
    const unannounced = this.#unannounced
    this.#unannounced = []
    if (unannounced.length > 0) listener(unannounced)
    return () => this.#listeners.delete(listener)
  }

  /** What closed tabs left, if nobody else takes care of it; otherwise waits to become the owner of the store. */
  async adoptAtStart(): Promise<readonly OutboxEntry[]> {
    if (!this.#locks) {
      // Without locks it is unknown which tabs are alive, so nothing is continued; sending what another tab
      // sends, too, is harmless.
      this.#notify(await this.#listEntries(await this.#otherTabs()))
      return []
    }
    this.#channel.postMessage(this.#source.tab)
    const lock = getStoreLockName(this.#source)
    if (await holdLockIfFree(this.#locks, lock, this.#released)) {
      const entries = await this.#adopt()
      for (const { edit } of entries) this.#continuedTabs.add(getParts(edit.id).tab)
      return entries
    }
    void holdLock(this.#locks, lock, this.#released).then((isHeld) => (isHeld ? this.#announce() : undefined))
    return []
  }

  async #announce(): Promise<void> {
    this.#notify(await this.#adopt())
  }

  #notify(entries: readonly OutboxEntry[]): void {
    if (entries.length === 0 || this.#released.aborted) return
    if (this.#listeners.size === 0) this.#unannounced = [...this.#unannounced, ...entries]
    for (const listener of this.#listeners) listener(entries)
  }

  /** Edits of closed tabs; live tabs are watched and adopted when they close. */
  async #adopt(): Promise<readonly OutboxEntry[]> {
    this.#channel.onmessage = ({ data }) => this.#watch(String(data))
    const openTabs = new Set(this.#locks ? await listOpenTabs(this.#locks, this.#source) : [])
    for (const tab of openTabs) this.#watch(tab)
    return await this.#listEntries((await this.#otherTabs()).filter((tab) => !openTabs.has(tab)))
  }

  async #otherTabs(): Promise<readonly string[]> {
    const tabs = new Set((await this.#rows.listAll()).map((row) => row.tab))
    tabs.delete(this.#source.tab)
    return [...tabs].filter((tab) => !this.#continuedTabs.has(tab))
  }

  async #listEntries(tabs: readonly string[]): Promise<readonly OutboxEntry[]> {
    const rows = (await this.#rows.listAll()).filter((row) => tabs.includes(row.tab))
    return sortByTime(rows).map((row) => row.entry)
  }

  #watch(tab: string): void {
    if (!this.#locks || tab === this.#source.tab || this.#watched.has(tab)) return
    this.#watched.add(tab)
    const closed = this.#locks.request(
      getTabLockName(this.#source, tab),
      { signal: this.#released },
      () => undefined,
    )
    closed.then(
      () => {
        this.#watched.delete(tab)
        return this.#announce()
      },
      // Aborted because this tab closes.
      () => undefined,
    )
  }
}

/** Outboxes of this page that are not stored. */
const memoryOutboxes = new Set<{
  readonly source: OutboxSource
  readonly entries: ReadonlyMap<string, OutboxEntry>
}>()

/** Unsent edits of this person that would be lost with this page, by space. */
export function getUnsentInMemory(uid: string): ReadonlyMap<string, readonly OutboxEntry[]> {
  const ownOutboxes = [...memoryOutboxes].filter(
    ({ source, entries }) => source.uid === uid && entries.size > 0,
  )
  return new Map(ownOutboxes.map(({ source, entries }) => [source.wid, [...entries.values()]]))
}

function createMemoryOutbox(source: OutboxSource): RoomOutbox {
  const entries = new Map<string, OutboxEntry>()
  const registration = { source, entries }
  memoryOutboxes.add(registration)
  return {
    isDurable: signal(false),
    coordinated: false,
    load: () => Promise.resolve([...entries.values()]),
    add: (entry) => Promise.resolve(void entries.set(entry.edit.id, entry)),
    remove: (editIds) => Promise.resolve(editIds.forEach((id) => entries.delete(id))),
    onOrphans: () => () => undefined,
    onOtherTabs: () => () => undefined,
    flush: () => undefined,
    close: () => Promise.resolve(void memoryOutboxes.delete(registration)),
  }
}

const getTabLockPrefix = ({ uid, wid }: OutboxSource): string => `tavla-tab:${uid}:${wid}:`
const getStoreLockName = ({ uid, wid }: OutboxSource): string => `tavla-outbox:${uid}:${wid}`
const getTabLockName = (source: OutboxSource, tab: string): string => getTabLockPrefix(source) + tab

async function listOpenTabs(locks: LockManager, source: OutboxSource): Promise<readonly string[]> {
  const prefix = getTabLockPrefix(source)
  const names = ((await locks.query()).held ?? []).map((lock) => lock.name ?? '')
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
}

/** Holds a lock until the signal aborts; resolves once it is held, to false if aborted before. */
function holdLock(locks: LockManager, name: string, until: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const done = locks.request(name, { signal: until }, () => {
      resolve(true)
      return untilAborted(until)
    })
    done.catch(() => resolve(false))
  })
}

function holdLockIfFree(locks: LockManager, name: string, until: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const done = locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock ? untilAborted(until) : undefined
    })
    done.catch(() => resolve(false))
  })
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
