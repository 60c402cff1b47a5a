import { getRange } from '../../document/model/id-list.ts'
import type { Move, RecordId } from '../../document/model/record.ts'
import { BoxIndex } from '../../geometry/box-index.ts'
import { getUnion, type Box } from '../../geometry/box.ts'

/** Finds elements whose bounds intersect a box, in time proportional to the nearby elements. */
export class SpatialIndex {
  readonly #boxes = new BoxIndex()
  readonly #slots = new Map<RecordId, number>()
  readonly #ids: RecordId[] = []
  readonly #unused: number[] = []
  /** Slots of the last queried list, -1 if missing; large selections are queried repeatedly. */
  #known: { readonly ids: readonly RecordId[]; readonly slots: Int32Array } | undefined

  get size(): number {
    return this.#slots.size
  }

  has(id: RecordId): boolean {
    return this.#slots.has(id)
  }

  /** Bounds as last set. */
  getBounds(id: RecordId): Box | undefined {
    const slot = this.#slots.get(id)
    return slot === undefined ? undefined : this.#boxes.getBox(slot)
  }

  set(id: RecordId, bounds: Box): void {
    this.#boxes.set(this.#slots.get(id) ?? this.#add(id), bounds)
  }

  remove(id: RecordId): void {
    const slot = this.#slots.get(id)
    if (slot === undefined) return
    this.#slots.delete(id)
    this.#known = undefined
    this.#boxes.remove(slot)
    this.#unused.push(slot)
  }

  /** Moves the given ids that are in the index. */
  shift({ ids, dx, dy }: Move): void {
    this.#boxes.shift(this.#getSlots(ids), dx, dy)
  }

  /** Visits every element whose bounds intersect the box, unordered. */
  search(box: Box, visit: (id: RecordId, bounds: Box) => void): void {
    this.#boxes.search(box, (slot) => visit(this.#ids[slot]!, this.#boxes.getBox(slot)))
  }

  /** Bounds of all elements; undefined if empty. */
  getExtent(): Box | undefined {
    return this.#boxes.getExtent()
  }

  /** Bounds of these elements; those not in the index are passed to `other`. */
  getUnion(ids: readonly RecordId[], other: (id: RecordId) => Box | undefined): Box | undefined {
    const slots = this.#getSlots(ids)
    let others: Box | undefined
    for (let i = 0; i < slots.length; i++) {
      if (slots[i]! >= 0) continue
      const box = other(ids[i]!)
      if (box) others = others ? getUnion(others, box) : box
    }
    const own = this.#boxes.getUnion(slots)
    return own && others ? getUnion(own, others) : (own ?? others)
  }

  #add(id: RecordId): number {
    const slot = this.#unused.pop() ?? this.#ids.length
    this.#ids[slot] = id
    this.#slots.set(id, slot)
    this.#known = undefined
    return slot
  }

  #getSlots(ids: readonly RecordId[]): Int32Array {
    const { of, from } = getRange(ids)
    if (this.#known?.ids === of) return this.#known.slots.subarray(from, from + ids.length)
    const slots = new Int32Array(ids.length)
    for (let i = 0; i < ids.length; i++) slots[i] = this.#slots.get(ids[i]!) ?? -1
    if (of === ids) this.#known = { ids, slots }
    return slots
  }
}
