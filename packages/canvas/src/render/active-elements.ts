import type { RecordId } from '../document/model/record.ts'
import { layerPart } from './raster/element-slots.ts'
import type { RenderIndex } from './raster/render-index.ts'

/**
 * An element that changes twice within this time is active; after as much time without changes it is static
 * again.
 */
const quietMs = 200

/**
 * Elements that other users are currently changing, or that play: hidden in the tiles and redrawn in every frame.
 */
export class ActiveElements {
  readonly #renderIndex: RenderIndex
  readonly #most: number
  /** Last change of each recently changed element. */
  readonly #changedAt = new Map<RecordId, number>()
  readonly #active = new Set<RecordId>()
  #pinned: ReadonlySet<RecordId> = new Set()

  /** `most` limits the number of active elements. */
  constructor(renderIndex: RenderIndex, most: number) {
    this.#renderIndex = renderIndex
    this.#most = most
  }

  get ids(): ReadonlySet<RecordId> {
    return this.#active
  }

  /**
   * Records changes. Very large changes are painted into the tiles, which is cheaper than drawing them every
   * frame.
   */
  note(ids: ReadonlySet<RecordId>, nowMs: number): void {
    if (ids.size > this.#most) return
    for (const id of ids) {
      const before = this.#changedAt.get(id)
      this.#changedAt.set(id, nowMs)
      const isQuick = before !== undefined && nowMs - before < quietMs
      if (isQuick && !this.#active.has(id) && this.#active.size < this.#most) this.#activate(id)
    }
  }

  /** Deactivates elements without recent changes. Returns the time until the next one, or undefined. */
  deactivateIdle(nowMs: number): number | undefined {
    let next: number | undefined
    for (const [id, at] of this.#changedAt) {
      const left = at + quietMs - nowMs
      if (left > 0) next = Math.min(next ?? left, left)
      else {
        this.#changedAt.delete(id)
        if (!this.#pinned.has(id)) this.#deactivate(id)
      }
    }
    return next
  }

  /** Keeps exactly these elements active, whether they change or not. */
  pin(ids: ReadonlySet<RecordId>): void {
    const before = this.#pinned
    this.#pinned = ids
    for (const id of before) if (!ids.has(id) && !this.#changedAt.has(id)) this.#deactivate(id)
    for (const id of ids) if (!this.#active.has(id)) this.#activate(id)
  }

  /** Removes elements that a drag has taken over. */
  release(ids: ReadonlySet<RecordId>): void {
    for (const id of this.#active) {
      if (!ids.has(id)) continue
      this.#active.delete(id)
      this.#changedAt.delete(id)
    }
  }

  /** Resets after a full reload; nothing is hidden any more. */
  clear(): void {
    this.#pinned = new Set()
    this.#active.clear()
    this.#changedAt.clear()
  }

  #activate(id: RecordId): void {
    if (this.#renderIndex.getSlot(id) === undefined) return
    this.#active.add(id)
    this.#setPart(id, layerPart.frame)
  }

  #deactivate(id: RecordId): void {
    if (this.#active.delete(id)) this.#setPart(id, layerPart.base)
  }

  #setPart(id: RecordId, part: number): void {
    const slot = this.#renderIndex.getSlot(id)
    if (slot !== undefined) this.#renderIndex.setPart(slot, part)
  }
}
