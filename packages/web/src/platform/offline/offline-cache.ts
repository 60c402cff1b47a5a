import { type ReadonlySignal, signal } from '@preact/signals-core'
import { cachedBoards } from '@tavla/contract'
import type { ServerFrame } from '@tavla/contract/realtime'
import type { CachedBoardStore } from './cached-boards.ts'
import type { CachedBatch, CachedBoard, CachedChunk, CachedFacts } from './cached-boards-database.ts'

/** Why the board cannot be opened again without a network. `full`: no room left; `forbidden`: the browser keeps nothing. */
export type OfflineCacheProblem = 'full' | 'forbidden'

/** Writes down what the room says of a board, so that the same words can be said again without it. */
export interface OfflineCache {
  /** What was kept when the board was opened. */
  readonly kept: CachedBoard | null
  readonly trouble: ReadonlySignal<OfflineCacheProblem | null>
  /** The log of edits has grown so long that the room's chunks are the better beginning. */
  readonly wantsWhole: boolean
  /** Stores a part of the board last named as the room would send it. */
  holds(id: string): boolean
  /** Null: it is not there after all, and the room must be asked. */
  read(id: string): Promise<Uint8Array | null>
  /** `held`: the number up to which the page had followed the room before. */
  welcomed(frame: Extract<ServerFrame, { t: 'welcome' }>, tail: Uint8Array, held: number): void
  chunk(id: string, hash: string | null, bytes: Uint8Array): void
  batch(batch: CachedBatch): void
  role(role: CachedFacts['role']): void
  /** The person may not see this board any more, or what is kept cannot be read. */
  forget(): void
  storeNow(): void
  close(): Promise<void>
}

/** A whole board on its way: it takes the place of what is kept once all of it is here. */
interface Take {
  readonly facts: CachedFacts
  /** Parts that have arrived, and those that are cached already. */
  readonly here: Map<string, CachedChunk | null>
  readonly batches: CachedBatch[]
}

export function createOfflineCache(store: CachedBoardStore | null): OfflineCache {
  return new StoreOwner(store)
}

class StoreOwner implements OfflineCache {
  readonly trouble = signal<OfflineCacheProblem | null>(null)
  readonly #store: CachedBoardStore | null
  /** Hashes of the cached parts. */
  #hashes: ReadonlyMap<string, string | null> = new Map()
  #epoch = ''
  /** Number of the last cached edit; nothing is appended after a gap. */
  #end = 0
  #logBytes = 0
  #take: Take | null = null
  /** The parts that the last welcome named. */
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

  /** Of what the room names, only what has a hash can be known to be the same. */
  holds(id: string): boolean {
    if (this.#named === this.#hashes) return this.#hashes.has(id)
    const hash = this.#named.get(id)
    return hash != null && this.#hashes.get(id) === hash
  }

  async read(id: string): Promise<Uint8Array | null> {
    const chunk = await this.#store?.chunk(id).catch(() => null)
    // Another tab may have put a later one there.
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
    // Of its own: kept as a view, it would take the whole message with it.
    const batch = { from, to, bytes: bytes.slice(), chain }
    if (this.#take) this.#take.batches.push(batch)
    else if (from <= this.#end + 1 && to > this.#end && this.#epoch !== '') {
      this.#logBytes += bytes.length
      // Older than what is on screen, but whole.
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
    // A part may have changed between the welcome and its sending.
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

  /** Work goes on when the disk fails; caching then stops, and the person is informed. */
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
