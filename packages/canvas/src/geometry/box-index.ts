import Flatbush from 'flatbush'
import { BoxColumns } from './box-columns.ts'
import type { Box } from './box.ts'
import { OffsetGroups } from './offset-groups.ts'

/** So many recent changes are scanned without a second thought; above it packing the tree again may be cheaper. */
const minDelta = 512
/** More slots than this, moved at once, stay in the tree as a group with an offset. */
const maxMovedSingly = 64
/** A box of more than one in so many parts of everything is wide. */
const wideFraction = 16
/** Room for rounding when a search is moved by an offset; what it finds is compared exactly. */
const slack = 1e-3

const slotState = { free: 0, inTree: 1, inDelta: 2 } as const

/**
 * Which of many boxes, numbered by slots, touch a box. A packed tree holds what rests; what moved since is scanned.
 * Packing 100,000 boxes takes about 20 ms, so it waits until the scan would cost more.
 */
export class BoxIndex {
  readonly #columns = new BoxColumns()
  readonly #groups = new OffsetGroups()
  readonly #delta = new Set<number>()
  #state = new Uint8Array(1024)
  /** Slots up to here have been used. */
  #used = 0
  #size = 0
  /** Kept until something changes; null when it has to be computed. */
  #extent: Box | undefined | null = null
  #tree: Flatbush | undefined
  #treeSlots = new Uint32Array(0)

  reserve(slots: number): void {
    if (slots <= this.#state.length) return
    const size = Math.max(slots, this.#state.length * 2)
    this.#columns.reserve(size)
    this.#groups.reserve(size)
    const next = new Uint8Array(size)
    next.set(this.#state)
    this.#state = next
  }

  set(slot: number, box: Box): void {
    this.reserve(slot + 1)
    if (slot >= this.#used) this.#used = slot + 1
    if (this.#state[slot] === slotState.free) this.#size++
    this.#extent = null
    this.#columns.set(slot, box)
    this.#moveToDelta(slot)
  }

  remove(slot: number): void {
    if (slot >= this.#used || this.#state[slot] === slotState.free) return
    if (this.#state[slot] === slotState.inTree) this.#groups.leave(slot)
    this.#extent = null
    this.#state[slot] = slotState.free
    this.#delta.delete(slot)
    this.#size--
  }

  /** Moves slots by one offset, negative ones left out. Many of them stay in the tree and are found at the offset. */
  shift(slots: Int32Array, dx: number, dy: number): void {
    this.#extent = null
    for (const slot of slots) if (slot >= 0) this.#columns.shift(slot, dx, dy)
    if (slots.length > maxMovedSingly) return this.#regroup(slots, dx, dy)
    for (const slot of slots) if (slot >= 0 && this.#state[slot] === slotState.inTree) this.#moveToDelta(slot)
  }

  /** Calls for every slot whose box touches this one, in no particular order. */
  search(box: Box, visit: (slot: number) => void): void {
    if (this.#delta.size > Math.max(minDelta, this.#size / 16)) this.#pack()
    const right = box.x + box.w
    const bottom = box.y + box.h
    this.#groups.all.forEach(({ count }, group) => {
      if (count > 0) this.#searchGroup(group, box.x, box.y, right, bottom, visit)
    })
    for (const slot of this.#delta) {
      if (this.#columns.touches(slot, box.x, box.y, right, bottom)) visit(slot)
    }
  }

  /** Does the box hold so much that going through everything costs less than asking the tree? */
  isWide({ w, h }: Box): boolean {
    const tree = this.#tree
    return tree !== undefined && w * h * wideFraction > (tree.maxX - tree.minX) * (tree.maxY - tree.minY)
  }

  /** Writes the first `count` slots that touch a box into `into`, negative ones left out; returns how many. */
  filter(slots: Int32Array, count: number, box: Box, into: Uint32Array): number {
    return this.#columns.filter(slots, count, box, into)
  }

  getBox(slot: number): Box {
    return this.#columns.getBox(slot)
  }

  getLeft(slot: number): number {
    return this.#columns.getLeft(slot)
  }

  getTop(slot: number): number {
    return this.#columns.getTop(slot)
  }

  /** The box around everything. */
  getExtent(): Box | undefined {
    if (this.#extent === null) this.#extent = this.getUnion(this.#state.subarray(0, this.#used).keys())
    return this.#extent
  }

  /** The box around some slots; those that are free or negative do not count. */
  getUnion(slots: Iterable<number>): Box | undefined {
    return this.#columns.getUnion(slots, this.#state)
  }

  clear(): void {
    this.#state.fill(slotState.free)
    this.#used = 0
    this.#size = 0
    this.#delta.clear()
    this.#tree = undefined
    this.#extent = null
    this.#groups.reset(0)
  }

  #moveToDelta(slot: number): void {
    if (this.#state[slot] === slotState.inTree) this.#groups.leave(slot)
    this.#state[slot] = slotState.inDelta
    this.#delta.add(slot)
  }

  #regroup(slots: Int32Array, dx: number, dy: number): void {
    const target = new Map<number, number>()
    let hasRoom = true
    for (const slot of slots) {
      if (slot < 0 || this.#state[slot] !== slotState.inTree) continue
      const from = this.#groups.getGroup(slot)
      let to = target.get(from)
      if (to === undefined) target.set(from, (to = this.#groups.findMoved(from, dx, dy)))
      if (to < 0) hasRoom = false
      else this.#groups.move(slot, to)
    }
    if (!hasRoom) this.#pack()
  }

  #searchGroup(
    group: number,
    left: number,
    top: number,
    right: number,
    bottom: number,
    visit: (slot: number) => void,
  ): void {
    const { dx, dy } = this.#groups.all[group]!
    const [x0, y0, x1, y1] = [left - dx - slack, top - dy - slack, right - dx + slack, bottom - dy + slack]
    this.#tree?.search(x0, y0, x1, y1, (entry) => {
      const slot = this.#treeSlots[entry]!
      const isHere = this.#state[slot] === slotState.inTree && this.#groups.getGroup(slot) === group
      if (isHere && this.#columns.touches(slot, left, top, right, bottom)) visit(slot)
      return false
    })
  }

  #pack(): void {
    this.#delta.clear()
    this.#tree = undefined
    this.#groups.reset(this.#size)
    if (this.#size === 0) return
    this.#treeSlots = new Uint32Array(this.#size)
    const tree = new Flatbush(this.#size, 16, Float64Array)
    const columns = this.#columns
    let n = 0
    for (let slot = 0; slot < this.#used; slot++) {
      if (this.#state[slot] === slotState.free) continue
      this.#state[slot] = slotState.inTree
      this.#treeSlots[n++] = slot
      tree.add(columns.getLeft(slot), columns.getTop(slot), columns.getRight(slot), columns.getBottom(slot))
    }
    tree.finish()
    this.#tree = tree
  }
}
