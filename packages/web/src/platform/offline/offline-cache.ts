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
  readonly kept: CachedBoard | null
  readonly trouble: ReadonlySignal<OfflineCacheProblem | null>
  /** The log of edits is so long that loading the room's chunks is faster. */
  readonly wantsWhole: boolean
  /** Stores a chunk of the last `welcome` as sent by the room. */
  holds(id: string): boolean
  /** Null: not cached, and the room must be asked. */
  read(id: string): Promise<Uint8Array | null>
  /** `held`: the number up to which the page had followed the room before. */
  welcomed(frame: Extract<ServerFrame, { t: 'welcome' }>, tail: Uint8Array, held: number): void
  chunk(id: string, hash: string | null, bytes: Uint8Array): void
  batch(batch: CachedBatch): void
  role(role: CachedFacts['role']): void
  /** The person has lost access to the board, or the cached copy is unreadable. */
  forget(): void
  storeNow(): void
  close(): Promise<void>
}

/** A complete board being received; it replaces the cached copy once all of it has arrived. */
interface Take {
  readonly facts: CachedFacts
  /** Chunks that have arrived, and those that were cached already. */
  readonly here: Map<string, CachedChunk | null>
  readonly batches: CachedBatch[]
}

export function createOfflineCache(store: CachedBoardStore | null): OfflineCache {
  return new StoreOwner(store)
}

class StoreOwner implements OfflineCache {
  readonly trouble = signal<OfflineCacheProblem | null>(null)
  readonly #store: CachedBoardStore | null
  /** Hashes of the cached chunks. */
  #hashes: ReadonlyMap<string, string | null> = new Map()
  #epoch = ''
  /** Number of the last cached edit; nothing is appended after a gap. */
  #end = 0
  #logBytes = 0
  #take: Take | null = null
  /** Chunks listed by the last `welcome`. */
  #named: ReadonlyMap<string, string | null> = new Map()

  constructor(store: CachedBoardStore | null) {
    this.#store = store
    if (!store) this.trouble.value = 'forbidden'
    if (store?.board) this.#stands(store.board.facts, store.board.batches)
  }

  get kept(): CachedBoard | null {
    return this.#store?.board ?? null
  }

  get wantsWhole(): boolean {
    return this.#logBytes > cachedBoards.freshLogBytes
  }

  /** Only chunks with a hash can be compared with the cached ones. */
  holds(id: string): boolean {
    if (this.#named === this.#hashes) return this.#hashes.has(id)
    const hash = this.#named.get(id)
    return hash != null && this.#hashes.get(id) === hash
  }

  async read(id: string): Promise<Uint8Array | null> {
    const chunk = await this.#store?.chunk(id).catch(() => null)
    // Another tab may have cached a later one.
    return chunk && chunk.hash === this.#named.get(id) ? chunk.bytes : null
  }

  welcomed(frame: Extract<ServerFrame, { t: 'welcome' }>, tail: Uint8Array, held: number): void {
    this.role(frame.role)
    if (frame.tail) {
      this.#take = null
      if (frame.epoch === this.#epoch)
        this.batch({ from: held + 1, to: frame.seq, bytes: tail, chain: frame.chain })
      else this.#epoch = ''
      return
    }
    const { epoch, seq, chain, role, chunks } = frame
    this.#named = new Map(chunks.map(({ id, hash }) => [id, hash]))
    const here = chunks.filter(({ id }) => this.holds(id)).map(({ id }) => [id, null] as const)
    this.#take = { facts: { epoch, seq, chain, role, chunks }, here: new Map(here), batches: [] }
    this.#settle()
  }

  chunk(id: string, hash: string | null, bytes: Uint8Array): void {
    this.#take?.here.set(id, { id, hash, bytes: bytes.slice() })
    this.#settle()
  }

  batch({ from, to, bytes, chain }: CachedBatch): void {
    if (to < from) return
    // A copy: a view would keep the whole message in memory.
    const batch = { from, to, bytes: bytes.slice(), chain }
    if (this.#take) this.#take.batches.push(batch)
    else if (from <= this.#end + 1 && to > this.#end && this.#epoch !== '') {
      this.#logBytes += bytes.length
      // Older than what is on screen, but complete.
      if (this.#logBytes > cachedBoards.logBytes) return void (this.#epoch = '')
      this.#end = to
      this.#write((store) => store.append(this.#epoch, batch))
    }
  }

  role(role: CachedFacts['role']): void {
    this.#write((store) => store.setRole(role))
  }

  forget(): void {
    this.#take = null
    this.#epoch = ''
    this.#hashes = new Map()
    this.#write((store) => store.forget())
  }

  storeNow(): void {
    this.#store?.storeNow()
  }

  async close(): Promise<void> {
    await this.#store?.close()
  }

  #settle(): void {
    const take = this.#take
    if (!take || !take.facts.chunks.every(({ id }) => take.here.has(id))) return
    this.#take = null
    const fetched = [...take.here.values()].filter((chunk) => chunk !== null)
    // A chunk may have changed between the `welcome` and its sending.
    const chunks = take.facts.chunks.map((chunk) => {
      const sent = take.here.get(chunk.id)
      return sent ? { ...chunk, hash: sent.hash, bytes: sent.bytes.length } : chunk
    })
    const facts = { ...take.facts, chunks }
    this.#stands(facts, take.batches)
    this.#write((store) => store.replace(facts, fetched, take.batches))
  }

  #stands({ epoch, seq, chunks }: CachedFacts, batches: readonly CachedBatch[]): void {
    this.#epoch = epoch
    this.#end = batches.at(-1)?.to ?? seq
    this.#logBytes = batches.reduce((sum, { bytes }) => sum + bytes.length, 0)
    this.#hashes = new Map(chunks.map(({ id, hash }) => [id, hash]))
    this.#named = this.#hashes
  }

  /** Disk errors stop caching, not the work; the person is informed. */
  #write(write: (store: CachedBoardStore) => Promise<void>): void {
    if (!this.#store) return
    write(this.#store).then(
      () => undefined,
      (error: unknown) => {
        this.#epoch = ''
        this.trouble.value = isFull(error) ? 'full' : 'forbidden'
      },
    )
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && error.name === 'QuotaExceededError'
}
