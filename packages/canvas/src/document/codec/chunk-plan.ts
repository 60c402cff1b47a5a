import type { Entry } from '../model/change.ts'
import type { Kinds } from '../kinds/kinds.ts'
import { isBinding } from '../kinds/binding.ts'
import type { RecordId } from '../model/record.ts'
import { getChain } from '../rules/rules.ts'
import type { BoardState } from '../state/state.ts'

/** Records per chunk: small enough for the first screen, large enough to compress well. */
const CHUNK_RECORDS = 512
/** Pseudo page id of chunks that contain pages, groups and frames, which all other records refer to. */
export const STRUCTURE = ''

interface Bounds {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

export interface PlannedChunk {
  readonly id: string
  readonly page: string
  /** Changed since it was last stored. */
  readonly isDirty: boolean
}

interface Part {
  readonly id: string
  readonly page: string
  readonly ids: Set<RecordId>
  isDirty: boolean
}

/**
 * Assigns records to chunks, by position when the plan is created. After that a record stays in its chunk, and
 * new records join the last chunk of their page. Over time chunks overlap, see `spread`.
 */
export class ChunkPlan {
  readonly #parts = new Map<string, Part>()
  readonly #getPosition = new Map<RecordId, Part>()
  /** The chunk of each page that receives new records. */
  readonly #last = new Map<string, Part>()
  readonly #kinds: Kinds
  readonly #prefix: string
  readonly #most: number

  /** The prefix distinguishes chunk ids of different checkpoints. */
  constructor(state: BoardState, kinds: Kinds, prefix: string, most = CHUNK_RECORDS) {
    this.#kinds = kinds
    this.#prefix = prefix
    this.#most = most
    const pages = Map.groupBy(state.ids(), (id) => this.#getPage(state, id))
    for (const [page, ids] of pages) for (const id of sortByPosition(state, ids)) this.#add(page, id)
  }

  list(): readonly PlannedChunk[] {
    return [...this.#parts.values()]
  }

  /** Restores a plan from stored chunks. */
  static stored(
    kinds: Kinds,
    prefix: string,
    chunks: Iterable<{ readonly id: string; readonly page: string; readonly ids: Iterable<RecordId> }>,
    empty: BoardState,
  ): ChunkPlan {
    const plan = new ChunkPlan(empty, kinds, prefix)
    for (const { id, page, ids } of chunks) {
      const part: Part = { id, page, ids: new Set(ids), isDirty: false }
      plan.#parts.set(id, part)
      plan.#last.set(page, part)
      for (const record of part.ids) plan.#getPosition.set(record, part)
    }
    return plan
  }

  /** Updates the plan after an applied edit. */
  touch(state: BoardState, ids: Iterable<RecordId>): void {
    for (const id of ids) {
      const part = this.#getPosition.get(id)
      if (part) part.isDirty = true
      if (state.has(id) && !part) this.#add(this.#getPage(state, id), id)
      if (!state.has(id) && part) {
        part.ids.delete(id)
        this.#getPosition.delete(id)
      }
    }
  }

  /** Marks the chunk as stored. */
  markStored(chunkId: string): void {
    const part = this.#parts.get(chunkId)
    if (part) part.isDirty = false
  }

  /** Current entries of the chunk; undefined if there is no such chunk. */
  getEntries(state: BoardState, chunkId: string): Entry[] | undefined {
    const part = this.#parts.get(chunkId)
    if (!part) return undefined
    const entries: Entry[] = []
    for (const id of part.ids) {
      const entry = state.entry(id)
      if (entry) entries.push(entry)
    }
    return entries
  }

  /** Bounds of its records, conservative for rotated ones; null if none has a position. */
  getBox(state: BoardState, chunkId: string): Bounds | null {
    let box: { left: number; top: number; right: number; bottom: number } | null = null
    for (const id of this.#parts.get(chunkId)?.ids ?? []) {
      const at = getBounds(state, id)
      if (!at) continue
      box ??= { left: at.x, top: at.y, right: at.x + at.w, bottom: at.y + at.h }
      box.left = Math.min(box.left, at.x)
      box.top = Math.min(box.top, at.y)
      box.right = Math.max(box.right, at.x + at.w)
      box.bottom = Math.max(box.bottom, at.y + at.h)
    }
    return box && { x: box.left, y: box.top, w: box.right - box.left, h: box.bottom - box.top }
  }

  /**
   * Average number of chunks that cover a point of the page, for the worst page: 1 to 2 for a fresh plan. Higher
   * values mean that the first screen loads more of the board.
   */
  getOverlap(state: BoardState): number {
    const pages = Map.groupBy(this.#parts.values(), ({ page }) => page)
    const spreads = [...pages].map(([page, parts]) => {
      if (page === STRUCTURE) return 0
      const boxes = parts.flatMap(({ id }) => this.getBox(state, id) ?? [])
      const left = Math.min(...boxes.map(({ x }) => x))
      const top = Math.min(...boxes.map(({ y }) => y))
      const right = Math.max(...boxes.map(({ x, w }) => x + w))
      const bottom = Math.max(...boxes.map(({ y, h }) => y + h))
      const covered = boxes.reduce((sum, { w, h }) => sum + w * h, 0)
      return covered > 0 ? covered / ((right - left) * (bottom - top)) : 0
    })
    return Math.max(0, ...spreads)
  }

  #add(page: string, id: RecordId): void {
    let part = this.#last.get(page)
    if (!part || part.ids.size >= this.#most) {
      part = { id: `${this.#prefix}-${this.#parts.size}`, page, ids: new Set(), isDirty: true }
      this.#parts.set(part.id, part)
      this.#last.set(page, part)
    }
    part.ids.add(id)
    part.isDirty = true
    this.#getPosition.set(id, part)
  }

  /** Page of the record; structure records have chunks of their own. */
  #getPage(state: BoardState, id: RecordId): string {
    const record = state.get(id)
    if (!record || record.parent === null || this.#kinds.get(record.kind)?.container) return STRUCTURE
    return [...getChain(state, id)].at(-1)?.id ?? STRUCTURE
  }
}

function getBounds(state: BoardState, id: RecordId): Bounds | undefined {
  const record = state.get(id)
  if (!record) return undefined
  if (isBinding(record)) return undefined
  const { x, y, w, h, r } = record as unknown as Bounds & { readonly r: number }
  if (typeof x !== 'number') return undefined
  if (r === 0) return { x, y, w, h }
  const reach = Math.hypot(w, h) / 2
  return { x: x + w / 2 - reach, y: y + h / 2 - reach, w: 2 * reach, h: 2 * reach }
}

/**
 * Sorts by position, so that neighbours on the page are neighbours in the list. Bindings follow their connectors.
 */
function sortByPosition(state: BoardState, ids: readonly RecordId[]): RecordId[] {
  const boxes = new Map(
    ids.map((id) => [id, getBounds(state, isBinding(state.get(id)) ? getParent(state, id) : id)]),
  )
  let reach = 1
  for (const box of boxes.values()) if (box) reach = Math.max(reach, Math.abs(box.x), Math.abs(box.y))
  const codes = new Map<RecordId, number>()
  for (const [id, box] of boxes) codes.set(id, box ? getMortonCode(box.x / reach, box.y / reach) : 0)
  return [...ids].sort((a, b) => codes.get(a)! - codes.get(b)! || (a < b ? -1 : 1))
}

function getParent(state: BoardState, id: RecordId): RecordId {
  return state.get(id)?.parent ?? id
}

/** Morton code: interleaves the bits of both coordinates (-1 to 1). */
function getMortonCode(x: number, y: number): number {
  const steps = 2 ** 15
  const column = Math.round((x + 1) * steps)
  const row = Math.round((y + 1) * steps)
  let code = 0
  for (let bit = 16; bit >= 0; bit--) {
    code = code * 4 + (Math.floor(row / 2 ** bit) % 2) * 2 + (Math.floor(column / 2 ** bit) % 2)
  }
  return code
}
