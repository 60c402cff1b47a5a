import type { AcceptedChange, AcceptedEdit } from '../document/model/change.ts'
import { type Chunk, decodeChunk } from '../document/codec/chunks.ts'
import type { Kinds } from '../document/kinds/kinds.ts'
import type { RecordId } from '../document/model/record.ts'
import type { Applied } from '../document/apply/reducer.ts'
import { replay } from '../document/apply/replay.ts'
import type { BoardState } from '../document/state/state.ts'
import { type Box, unionOfAll } from '../geometry/box.ts'
import type { ChunkInfo, LoadProgress, LoadView, Welcome } from './ports.ts'

/** Maximum chunk requests in flight, sufficient for slow connections. */
const AT_ONCE = 12
/** Chunks that one message requests, except for the last ones: a large board has hundreds. */
const PER_MESSAGE = 4
/** Distance of chunks on other pages and without a position. */
const ELSEWHERE = Number.MAX_VALUE

interface HeldChunk {
  readonly chunk: Chunk
  readonly isStructure: boolean
}

interface DeferredChange {
  readonly edit: AcceptedEdit
  readonly change: AcceptedChange
}

/** What is known of the last view. */
interface Seen {
  readonly view: LoadView | undefined
  /** What it shows of each page. */
  readonly boxes: Map<string, Box | undefined>
  nearest: readonly string[] | undefined
}

/**
 * Fetches a board in chunks while edits keep arriving. Changes to records that are not loaded are queued until
 * their chunk arrives.
 */
export class BoardLoader {
  readonly target: BoardState
  readonly #kinds: Kinds
  readonly #waiting = new Map<string, ChunkInfo>()
  readonly #asked = new Set<string>()
  readonly #early: Chunk[] = []
  /** Arrived, and not on the board yet. */
  #held: HeldChunk[] = []
  readonly #deferred = new Map<RecordId, DeferredChange[]>()
  readonly #removed = new Map<RecordId, number>()
  readonly #announced: readonly ChunkInfo[]
  readonly #totalBytes: number
  #hasStructure: boolean
  #seen: Seen = { view: undefined, boxes: new Map(), nearest: undefined }

  /** Journal position of the target. */
  seq: number
  /** Chain hash of the journal at that position. */
  chain: string | undefined
  readonly epoch: string | undefined
  /** The server reported that the previous board has another history. */
  readonly isDiverged: boolean

  constructor(target: BoardState, kinds: Kinds, { seq, epoch, chain, chunks, diverged }: Welcome) {
    this.isDiverged = diverged === true
    this.target = target
    this.seq = seq
    this.epoch = epoch
    this.chain = chain
    target.texts.startAt(seq)
    this.#kinds = kinds
    this.#announced = chunks
    for (const chunk of chunks) this.#waiting.set(chunk.id, chunk)
    this.#totalBytes = chunks.reduce((sum, chunk) => sum + chunk.bytes, 0)
    this.#hasStructure = !chunks.some(isStructure)
  }

  get isComplete(): boolean {
    return this.#waiting.size + this.#held.length + this.#early.length === 0
  }

  /** Whether all chunks have arrived. */
  get hasArrived(): boolean {
    return this.#waiting.size === 0
  }

  /** Whether all chunks that touch the view have arrived. */
  hasArrivedIn(view: LoadView): boolean {
    const getBox = this.#oncePerPage(view)
    return [...this.#waiting.values()].every((chunk) => getRank(chunk, getBox) > 0)
  }

  /**
   * Whether `merge` would show anything. Pages that open before their first elements are there would be painted twice,
   * and seen empty.
   */
  get canMerge(): boolean {
    return this.#held.some(({ isStructure: ofAll }) => !ofAll || this.hasArrived)
  }

  get progress(): LoadProgress {
    let missing = 0
    for (const chunk of this.#waiting.values()) missing += chunk.bytes
    return {
      loadedBytes: this.#totalBytes - missing,
      totalBytes: this.#totalBytes,
      started: this.#hasStructure,
      complete: this.isComplete,
    }
  }

  /** Box around all chunks of a page, loaded or not; undefined for a page without any. */
  getExtent(page: string): Box | undefined {
    return unionOfAll(
      this.#announced.flatMap((chunk) => (chunk.page === page && chunk.box ? [chunk.box] : [])),
    )
  }

  /** Chunks to request now: structure first, then by distance from the view. */
  next(view: LoadView | undefined): string[] {
    const free = AT_ONCE - this.#asked.size
    if (free < Math.min(PER_MESSAGE, this.#waiting.size - this.#asked.size)) return []
    const ids: string[] = []
    for (const id of this.#listNearest(view)) {
      if (ids.length === free) break
      if (this.#waiting.has(id) && !this.#asked.has(id)) ids.push(id)
    }
    for (const id of ids) this.#asked.add(id)
    return ids
  }

  /** The request was not sent; request again later. */
  cancelRequest(ids: readonly string[]): void {
    for (const id of ids) this.#asked.delete(id)
  }

  add(id: string, bytes: Uint8Array): void {
    const info = this.#waiting.get(id)
    if (!info) return
    // First, since an unreadable chunk stays missing and is asked for again.
    this.#held.push({ chunk: decodeChunk(bytes), isStructure: isStructure(info) })
    this.#asked.delete(id)
    this.#waiting.delete(id)
  }

  /** Puts what has arrived on the board. */
  merge(): void {
    const held = this.#held
    this.#held = []
    for (const { chunk } of held)
      if (chunk.seq > this.seq) this.#early.push(chunk)
      else this.#merge(chunk)
    // Sorted part by part: all at once, a hundred thousand keys that are no longer in the processor's cache take a while.
    for (const page of this.target.childIds(null)) this.target.childIds(page)
    this.#hasStructure ||= ![...this.#waiting.values()].some(isStructure)
  }

  /** Applies an edit to loaded records and queues the rest. Returns its effect if all records are loaded. */
  follow(edit: AcceptedEdit): Applied | undefined {
    const here = edit.changes.flatMap((change) => this.#getPart(edit, change))
    const isWhole = edit.changes.every((change) => this.#getIds(change).every((id) => this.#isHere(edit, id)))
    const applied = replay(this.target, this.#kinds, { ...edit, changes: here })
    this.seq = edit.seq
    const ready = this.#early.filter((chunk) => chunk.seq <= edit.seq)
    for (const chunk of ready) {
      this.#early.splice(this.#early.indexOf(chunk), 1)
      this.#merge(chunk)
    }
    return isWhole ? applied : undefined
  }

  #merge(chunk: Chunk): void {
    const fresh: RecordId[] = []
    for (const entry of chunk.entries) {
      const { id } = entry.record
      if (this.#removed.size > 0 && (this.#removed.get(id) ?? -1) > chunk.seq) continue
      if (!this.target.insert(id, entry)) continue
      this.target.texts.startRecordAt(id, chunk.seq)
      if (this.#deferred.size > 0) fresh.push(id)
    }
    for (const id of fresh) {
      for (const { edit, change } of this.#deferred.get(id) ?? []) {
        if (edit.seq > chunk.seq) replay(this.target, this.#kinds, { ...edit, changes: [change] })
      }
      this.#deferred.delete(id)
    }
  }

  #getPart(edit: AcceptedEdit, change: AcceptedChange): AcceptedChange[] {
    switch (change.op) {
      case 'put':
        return [change]
      case 'restore':
      case 'keep':
        return [change]
      case 'remove':
        for (const id of change.ids) this.#removed.set(id, edit.seq)
        return [change]
      case 'translate': {
        for (const id of change.ids)
          if (!this.#isHere(edit, id)) this.#defer(id, { edit, change: { ...change, ids: [id] } })
        return [change]
      }
      default:
        if (this.#isHere(edit, change.id)) return [change]
        this.#defer(change.id, { edit, change })
        return []
    }
  }

  #getIds(change: AcceptedChange): readonly RecordId[] {
    if (change.op === 'put' || change.op === 'restore' || change.op === 'keep') return []
    return 'ids' in change ? change.ids : [change.id]
  }

  /** Records created by the edit itself count as loaded. */
  #isHere(edit: AcceptedEdit, id: RecordId): boolean {
    if (this.target.has(id)) return true
    return edit.changes.some(
      (change) =>
        (change.op === 'put' && change.record.id === id) ||
        (change.op === 'restore' && change.entries.some(({ record }) => record.id === id)),
    )
  }

  /** Stored cameras are read from the browser's storage, and a large board has hundreds of chunks. */
  #oncePerPage(view: LoadView | undefined): LoadView {
    if (this.#seen.view !== view) this.#seen = { view, boxes: new Map(), nearest: undefined }
    const { boxes } = this.#seen
    return (page) => {
      if (!boxes.has(page)) boxes.set(page, view?.(page))
      return boxes.get(page)
    }
  }

  /** Chunks that are missing, or were when the view changed, by their distance from it. */
  #listNearest(view: LoadView | undefined): readonly string[] {
    const getBox = this.#oncePerPage(view)
    this.#seen.nearest ??= [...this.#waiting.values()]
      .map((chunk) => ({ id: chunk.id, rank: getRank(chunk, getBox) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ id }) => id)
    return this.#seen.nearest
  }

  #defer(id: RecordId, deferred: DeferredChange): void {
    const list = this.#deferred.get(id)
    if (list) list.push(deferred)
    else this.#deferred.set(id, [deferred])
  }
}

function isStructure(chunk: ChunkInfo): boolean {
  return chunk.page === ''
}

function getRank(chunk: ChunkInfo, view: LoadView): number {
  if (isStructure(chunk)) return -1
  const box = view(chunk.page)
  if (!box || !chunk.box) return ELSEWHERE
  const dx = Math.max(0, chunk.box.x - box.x - box.w, box.x - chunk.box.x - chunk.box.w)
  const dy = Math.max(0, chunk.box.y - box.y - box.h, box.y - chunk.box.y - chunk.box.h)
  return Math.hypot(dx, dy)
}
