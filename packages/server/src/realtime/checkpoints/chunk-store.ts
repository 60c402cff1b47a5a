import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import type { ChunkPlan } from '@tavla/canvas/model'
import { type BoardState, encodeChunk, type Entry, type RecordId } from '@tavla/canvas/model'
import type { ChunkEntry, JoinRequest } from '@tavla/contract/realtime'
import type { StoredChunk } from './checkpoint-rows.ts'

const deflate = promisify(deflateRaw)

/** A chunk ready to be sent. */
export interface ReadyChunk {
  /** Every edit up to this number is in it. */
  readonly seq: number
  readonly hash: string | null
  readonly bytes: Uint8Array
}

/** What a checkpoint writes anew. */
export interface ChangedChunk {
  readonly id: string
  readonly page: string
  readonly box: StoredChunk['box']
  readonly entries: readonly Entry[]
}

/** A guess for progress bars only: the size of a chunk as sent, while it is not stored yet. */
const guessedSize = 30_000
/** Chunks are split again by position when a position is covered by this many; afterwards by half of them at most. */
const scattered = 3
/** Packed chunks kept for others who come at the same moment, as after a restart. */
const packedKept = 64

/** The chunks of a loaded board: which there are, which of them are stored as they are, and their bytes. */
export class ChunkStore {
  readonly #state: BoardState
  #plan: ChunkPlan
  readonly #cut: () => ChunkPlan
  /** As the newest checkpoint has them. */
  readonly #stored = new Map<string, StoredChunk>()
  readonly #packed = new Map<string, { readonly at: string; readonly ready: Promise<ReadyChunk> }>()

  /** `cut` plans all chunks anew, by place. */
  constructor(state: BoardState, cut: () => ChunkPlan, stored: readonly StoredChunk[], plan = cut()) {
    this.#state = state
    this.#cut = cut
    this.#plan = plan
    for (const chunk of stored) this.#stored.set(chunk.id, chunk)
  }

  touch(ids: Iterable<RecordId>): void {
    this.#plan.touch(this.#state, ids)
  }

  /** What was drawn here and there, in the order of time, is cut by place; all chunks are then new. Not while a checkpoint is written. */
  gather(): void {
    const spread = this.#plan.spread(this.#state)
    if (spread < scattered) return
    const plan = this.#cut()
    if (plan.spread(this.#state) > spread / 2) return
    this.#plan = plan
    this.#stored.clear()
    this.#packed.clear()
  }

  /** What a welcome tells, nearest to the view first. */
  list(view?: JoinRequest['view']): ChunkEntry[] {
    const all = this.#plan.list().flatMap(({ id, page, isDirty }): ChunkEntry[] => {
      const stored = isDirty ? undefined : this.#stored.get(id)
      if (stored) return [{ id, page, box: stored.box, bytes: stored.size, hash: stored.hash }]
      if (this.#entries(id).length === 0) return []
      return [{ id, page, box: this.#box(id), bytes: this.#stored.get(id)?.size ?? guessedSize, hash: null }]
    })
    return view ? all.sort((a, b) => distance(a, view) - distance(b, view)) : all
  }

  /** The stored chunk, if it is still current. */
  unchanged(id: string): StoredChunk | undefined {
    const planned = this.#plan.list().find((chunk) => chunk.id === id)
    return planned && !planned.isDirty ? this.#stored.get(id) : undefined
  }

  has(id: string): boolean {
    return this.#plan.getEntries(this.#state, id) !== undefined
  }

  /** A changed chunk as it is now, compressed; `moment` names the state of the board. */
  pack(id: string, seq: number, moment: string): Promise<ReadyChunk> {
    const known = this.#packed.get(id)
    if (known?.at === moment) return known.ready
    const ready = packEntries(this.#entries(id), seq).then((bytes) => ({ seq, hash: null, bytes }))
    this.#packed.set(id, { at: moment, ready })
    for (const oldest of this.#packed.keys()) {
      if (this.#packed.size <= packedKept) break
      this.#packed.delete(oldest)
    }
    return ready
  }

  /** Chunks that changed since they were stored; from now on they count as stored, unless `failed` says otherwise. */
  collect(): readonly ChangedChunk[] {
    return this.#plan.list().flatMap(({ id, page, isDirty }) => {
      const entries = this.#entries(id)
      // Clean and not stored can only be a mistake; a chunk too many is better than one too few.
      if (!isDirty && this.#stored.has(id)) return []
      this.#plan.settle(id)
      this.#stored.delete(id)
      return entries.length === 0 ? [] : [{ id, page, box: this.#box(id), entries }]
    })
  }

  /** All chunks of the checkpoint that is being written: these, and those that did not change. */
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

export async function packEntries(entries: readonly Entry[], seq: number): Promise<Uint8Array> {
  return await deflate(encodeChunk({ seq, entries, gone: [] }))
}

function distance(chunk: ChunkEntry, { page, box: [x, y, w, h] }: NonNullable<JoinRequest['view']>): number {
  if (chunk.page === '') return -1
  if (chunk.page !== page || !chunk.box) return Number.MAX_VALUE
  const [left, top, width, height] = chunk.box
  const dx = Math.max(left - (x + w), x - (left + width), 0)
  const dy = Math.max(top - (y + h), y - (top + height), 0)
  return dx + dy
}
