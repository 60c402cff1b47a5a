import { type ReadonlySignal, signal } from '@preact/signals-core'
import { cachedBoards } from '@tavla/contract'
import type { ServerFrame } from '@tavla/contract/realtime'
import type { CachedBoardStore } from './cached-boards.ts'
import type { CachedBatch, CachedBoard, CachedChunk, CachedFacts } from './cached-boards-database.ts'

/**
 * Why the board cannot be reopened offline. `full`: no storage left; `forbidden`: the browser stores
 * nothing.
 */
export type OfflineCacheProblem = 'full' | 'forbidden'

/** Caches the room's messages about a board, so that they can be replayed offline. */
export interface OfflineCache {
  /** The copy that was cached when the board was opened. */
  readonly cachedBoard: CachedBoard | null
  readonly problem: ReadonlySignal<OfflineCacheProblem | null>
  /** The log of edits is so long that loading the room's chunks is faster. */
  readonly needsWholeBoard: boolean
  /** Stores a chunk of the last `welcome` as sent by the room. */
  has(id: string): boolean
  /** Null: not cached, and the room must be asked. */
  read(id: string): Promise<Uint8Array | null>
  /** `held`: the number up to which the page had followed the room before. */
  receiveWelcome(frame: Extract<ServerFrame, { t: 'welcome' }>, tail: Uint8Array, knownSeq: number): void
  chunk(id: string, hash: string | null, bytes: Uint8Array): void
  batch(batch: CachedBatch): void
  role(role: CachedFacts['role']): void
  /** The person has lost access to the board, or the cached copy is unreadable. */
  clear(): void
  flush(): void
  close(): Promise<void>
}

/** A complete board being received; it replaces the cached copy once all of it has arrived. */
interface PendingSnapshot {
  readonly facts: CachedFacts
  /** Chunks that have arrived, and those that were cached already. */
  readonly received: Map<string, CachedChunk | null>
  readonly batches: CachedBatch[]
}

export function createOfflineCache(store: CachedBoardStore | null): OfflineCache {
  return new StoredOfflineCache(store)
}

class StoredOfflineCache implements OfflineCache {
  readonly problem = signal<OfflineCacheProblem | null>(null)
  readonly #store: CachedBoardStore | null
  /** Hashes of the cached chunks. */
  #cachedHashes: ReadonlyMap<string, string | null> = new Map()
  #epoch = ''
  /** Number of the last cached edit; nothing is appended after a gap. */
  #lastSeq = 0
  #logBytes = 0
  #pending: PendingSnapshot | null = null
  /** Chunks listed by the last `welcome`. */
  #expectedHashes: ReadonlyMap<string, string | null> = new Map()

  constructor(store: CachedBoardStore | null) {
    this.#store = store
    if (!store) this.problem.value = 'forbidden'
    if (store?.board) this.#setCached(store.board.facts, store.board.batches)
  }

  get cachedBoard(): CachedBoard | null {
    return this.#store?.board ?? null
  }

  get needsWholeBoard(): boolean {
    return this.#logBytes > cachedBoards.freshLogBytes
  }

  /** Only chunks with a hash can be compared with the cached ones. */
  has(id: string): boolean {
    if (this.#expectedHashes === this.#cachedHashes) return this.#cachedHashes.has(id)
    const hash = this.#expectedHashes.get(id)
    return hash != null && this.#cachedHashes.get(id) === hash
  }

  async read(id: string): Promise<Uint8Array | null> {
    const chunk = await this.#store?.chunk(id).catch(() => null)
    // Another tab may have cached a later one.
    return chunk && chunk.hash === this.#expectedHashes.get(id) ? chunk.bytes : null
  }

  receiveWelcome(frame: Extract<ServerFrame, { t: 'welcome' }>, tail: Uint8Array, knownSeq: number): void {
    this.role(frame.role)
    if (frame.tail) {
      this.#pending = null
      if (frame.epoch === this.#epoch)
        this.batch({ from: knownSeq + 1, to: frame.seq, bytes: tail, chain: frame.chain })
      else this.#epoch = ''
      return
    }
    const { epoch, seq, chain, role, chunks } = frame
    this.#expectedHashes = new Map(chunks.map(({ id, hash }) => [id, hash]))
    const received = chunks.filter(({ id }) => this.has(id)).map(({ id }) => [id, null] as const)
    this.#pending = { facts: { epoch, seq, chain, role, chunks }, received: new Map(received), batches: [] }
    this.#storeIfComplete()
  }

  chunk(id: string, hash: string | null, bytes: Uint8Array): void {
    this.#pending?.received.set(id, { id, hash, bytes: bytes.slice() })
    this.#storeIfComplete()
  }

  batch({ from, to, bytes, chain }: CachedBatch): void {
    if (to < from) return
    // A copy: a view would keep the whole message in memory.
    const batch = { from, to, bytes: bytes.slice(), chain }
    if (this.#pending) this.#pending.batches.push(batch)
    else if (from <= this.#lastSeq + 1 && to > this.#lastSeq && this.#epoch !== '') {
      this.#logBytes += bytes.length
      // Older than what is on screen, but complete.
      if (this.#logBytes > cachedBoards.logBytes) return void (this.#epoch = '')
      this.#lastSeq = to
      this.#write((store) => store.append(this.#epoch, batch))
    }
  }

  role(role: CachedFacts['role']): void {
    this.#write((store) => store.setRole(role))
  }

  clear(): void {
    this.#pending = null
    this.#epoch = ''
    this.#cachedHashes = new Map()
    this.#write((store) => store.clear())
  }

  flush(): void {
    this.#store?.flush()
  }

  async close(): Promise<void> {
    await this.#store?.close()
  }

  #storeIfComplete(): void {
    const pending = this.#pending
    if (!pending || !pending.facts.chunks.every(({ id }) => pending.received.has(id))) return
    this.#pending = null
    const fetched = [...pending.received.values()].filter((chunk) => chunk !== null)
    // A chunk may have changed between the `welcome` and its sending.
    const chunks = pending.facts.chunks.map((chunk) => {
      const receivedChunk = pending.received.get(chunk.id)
      return receivedChunk ? { ...chunk, hash: receivedChunk.hash, bytes: receivedChunk.bytes.length } : chunk
    })
    const facts = { ...pending.facts, chunks }
    this.#setCached(facts, pending.batches)
    this.#write((store) => store.replace(facts, fetched, pending.batches))
  }

  #setCached({ epoch, seq, chunks }: CachedFacts, batches: readonly CachedBatch[]): void {
    this.#epoch = epoch
    this.#lastSeq = batches.at(-1)?.to ?? seq
    this.#logBytes = batches.reduce((sum, { bytes }) => sum + bytes.length, 0)
    this.#cachedHashes = new Map(chunks.map(({ id, hash }) => [id, hash]))
    this.#expectedHashes = this.#cachedHashes
  }

  /** Disk errors stop caching, not the work; the person is informed. */
  #write(write: (store: CachedBoardStore) => Promise<void>): void {
    if (!this.#store) return
    write(this.#store).then(
      () => undefined,
      (error: unknown) => {
        this.#epoch = ''
        this.problem.value = isFull(error) ? 'full' : 'forbidden'
      },
    )
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && error.name === 'QuotaExceededError'
}
