import type { RecordId } from '../document/model/record.ts'
import { picturePart } from './raster/element-slots.ts'
import type { RenderIndex } from './raster/render-index.ts'

/** A second change within this time means that somebody is changing it; after as much quiet it rests again. */
const quietMs = 200

/** Elements that somebody is moving or drawing right now: hidden in the base picture and drawn anew in every frame. */
export class ActiveElements {
  readonly #renderIndex: RenderIndex
  readonly #most: number
  /** When each recently changed element changed last. */
  readonly #changedAt = new Map<RecordId, number>()
  readonly #active = new Set<RecordId>()

  /** `most` of them can be active at once. */
  constructor(renderIndex: RenderIndex, most: number) {
    this.#renderIndex = renderIndex
    this.#most = most
  }

  get ids(): ReadonlySet<RecordId> {
    return this.#active
  }

  /** These have changed. Very many at once are painted where they are, which costs less than drawing them every frame. */
  note(ids: ReadonlySet<RecordId>, nowMs: number): void {
    if (ids.size > this.#most) return
    for (const id of ids) {
      const before = this.#changedAt.get(id)
      this.#changedAt.set(id, nowMs)
      const isQuick = before !== undefined && nowMs - before < quietMs
      if (isQuick && !this.#active.has(id) && this.#active.size < this.#most) this.#activate(id)
    }
  }

  /** Puts back what has been quiet; returns how long until the next one is, or undefined. */
  cool(nowMs: number): number | undefined {
    let next: number | undefined
    for (const [id, at] of this.#changedAt) {
      const left = at + quietMs - nowMs
      if (left > 0) next = Math.min(next ?? left, left)
      else {
        this.#changedAt.delete(id)
        if (this.#active.delete(id)) this.#setPart(id, picturePart.base)
      }
    }
    return next
  }

  /** Leaves these to the drag that has begun. */
  release(ids: ReadonlySet<RecordId>): void {
    for (const id of this.#active) {
      if (!ids.has(id)) continue
      this.#active.delete(id)
      this.#changedAt.delete(id)
    }
  }

  /** Everything was read anew: nothing is hidden any more. */
  clear(): void {
    this.#active.clear()
    this.#changedAt.clear()
  }

  #activate(id: RecordId): void {
    if (this.#renderIndex.getSlot(id) === undefined) return
    this.#active.add(id)
    this.#setPart(id, picturePart.frame)
  }

  #setPart(id: RecordId, part: number): void {
    const slot = this.#renderIndex.getSlot(id)
    if (slot !== undefined) this.#renderIndex.setPart(slot, part)
  }
}
