import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import type { ChunkPlan } from '@tavla/canvas/model'
import { type BoardState, encodeChunk, type Entry, type RecordId } from '@tavla/canvas/model'
import type { ChunkEntry, JoinRequest } from '@tavla/contract/realtime'
import type { StoredChunk } from './checkpoint-rows.ts'

const deflate = promisify(deflateRaw)

/** A chunk ready to be sent. */
export interface ReadyChunk {
  /** Contains every edit up to this number. */
  readonly seq: number
  readonly hash: string | null
  readonly bytes: Uint8Array
}

/** A chunk that a checkpoint has to write. */
export interface ChangedChunk {
  readonly id: string
  readonly page: string
  readonly box: StoredChunk['box']
  readonly entries: readonly Entry[]
}

/** Assumed size of a chunk that is not stored yet; used only for progress bars. */
const guessedSize = 30_000
/**
 * Chunks are re-split by position once a position is covered by this many of them; afterwards by at most
 * half.
 */
const scattered = 3
/** Compressed chunks cached for clients that join at the same time, as after a restart. */
const maxPacked = 64

/** The chunks of a loaded board: which exist, which are stored unchanged, and their bytes. */
export class ChunkStore {
  readonly #state: BoardState
  #plan: ChunkPlan
  readonly #cut: () => ChunkPlan
  /** As in the newest checkpoint. */
  readonly #stored = new Map<string, StoredChunk>()
  readonly #packed = new Map<string, { readonly at: string; readonly ready: Promise<ReadyChunk> }>()

  /** `cut` computes a new plan of all chunks by position. */
  constructor(state: BoardState, cut: () => ChunkPlan, stored: readonly StoredChunk[], plan = cut()) {
    this.#state = state
    this.#cut = cut
    this.#plan = plan
    for (const chunk of stored) this.#stored.set(chunk.id, chunk)
  }

  touch(ids: Iterable<RecordId>): void {
    this.#plan.touch(this.#state, ids)
  }

  /**
   * Re-splits chunks, which are assigned in order of creation, by position; all are new afterwards. Not
   * while a checkpoint is written.
   */
  gather(): void {
    const spread = this.#plan.getOverlap(this.#state)
    if (spread < scattered) return
    const plan = this.#cut()
    if (plan.getOverlap(this.#state) > spread / 2) return
    this.#plan = plan
    this.#stored.clear()
    this.#packed.clear()
  }

  /** Chunks for a `welcome`, nearest to the view first. */
  list(view?: JoinRequest['view']): ChunkEntry[] {
    const all = this.#plan.list().flatMap(({ id, page, isDirty }): ChunkEntry[] => {
      const stored = isDirty ? undefined : this.#stored.get(id)
      if (stored) return [toEntry(stored)]
      if (this.#entries(id).length === 0) return []
      return [{ id, page, box: this.#box(id), bytes: this.#stored.get(id)?.size ?? guessedSize, hash: null }]
    })
    return sortByDistance(all, view)
  }

  /** The stored chunk, if it is still current. */
  unchanged(id: string): StoredChunk | undefined {
    const planned = this.#plan.list().find((chunk) => chunk.id === id)
    return planned && !planned.isDirty ? this.#stored.get(id) : undefined
  }

  has(id: string): boolean {
    return this.#plan.getEntries(this.#state, id) !== undefined
  }

  /** Compresses a changed chunk's current state; `moment` identifies the state of the board. */
  pack(id: string, seq: number, createdAt: string): Promise<ReadyChunk> {
    const known = this.#packed.get(id)
    if (known?.at === createdAt) return known.ready
    const ready = packEntries(this.#entries(id), seq).then((bytes) => ({ seq, hash: null, bytes }))
    this.#packed.set(id, { at: createdAt, ready })
    for (const oldest of this.#packed.keys()) {
      if (this.#packed.size <= maxPacked) break
      this.#packed.delete(oldest)
    }
    return ready
  }

  /** Chunks changed since they were stored. They count as stored from now on, unless `failed` is called. */
  collect(): readonly ChangedChunk[] {
    return this.#plan.list().flatMap(({ id, page, isDirty }) => {
      const entries = this.#entries(id)
      // Clean but not stored would be a bug; writing a chunk too many is safer than one too few.
      if (!isDirty && this.#stored.has(id)) return []
      this.#plan.markStored(id)
      this.#stored.delete(id)
      return entries.length === 0 ? [] : [{ id, page, box: this.#box(id), entries }]
    })
  }

  /** All chunks of the checkpoint being written: these and the unchanged ones. */
  manifest(written: readonly StoredChunk[]): StoredChunk[] {
    const all = new Map([...this.#stored.values(), ...written].map((chunk) => [chunk.id, chunk]))
    return [...all.values()]
  }

  stored(written: readonly StoredChunk[]): void {
    for (const chunk of written) this.#stored.set(chunk.id, chunk)
  }

  failed(changed: readonly ChangedChunk[]): void {
    for (const { entries } of changed) this.touch(entries.map((entry) => entry.record.id))
  }

  #entries(id: string): readonly Entry[] {
    return this.#plan.getEntries(this.#state, id) ?? []
  }

  #box(id: string): StoredChunk['box'] {
    const box = this.#plan.getBox(this.#state, id)
    return box && [box.x, box.y, box.w, box.h]
  }
}

/** Stored chunks for a `welcome`, nearest to the view first. */
export function listStoredChunks(chunks: readonly StoredChunk[], view?: JoinRequest['view']): ChunkEntry[] {
  return sortByDistance(chunks.map(toEntry), view)
}

const toEntry = ({ id, page, box, size, hash }: StoredChunk): ChunkEntry => ({
  id,
  page,
  box,
  bytes: size,
  hash,
})

function sortByDistance(chunks: ChunkEntry[], view: JoinRequest['view']): ChunkEntry[] {
  return view ? chunks.sort((a, b) => distance(a, view) - distance(b, view)) : chunks
}

export async function packEntries(entries: readonly Entry[], seq: number): Promise<Uint8Array> {
  return await deflate(encodeChunk({ seq, entries, missing: [] }))
}

function distance(chunk: ChunkEntry, { page, box: [x, y, w, h] }: NonNullable<JoinRequest['view']>): number {
  if (chunk.page === '') return -1
  if (chunk.page !== page || !chunk.box) return Number.MAX_VALUE
  const [left, top, width, height] = chunk.box
  const dx = Math.max(left - (x + w), x - (left + width), 0)
  const dy = Math.max(top - (y + h), y - (top + height), 0)
  return dx + dy
}
