import Flatbush from 'flatbush'
import { BoxColumns } from './box-columns.ts'
import type { Box } from './box.ts'
import { OffsetGroups } from './offset-groups.ts'
import { SlotSet } from './slot-set.ts'

/** Up to this many recent changes are scanned linearly; with more, rebuilding the tree is considered. */
const minDelta = 512
/** Boxes that are scanned in the time in which one is put into the tree. */
const scansPerPacked = 8
/** Larger groups of slots that move together stay in the tree with an offset. */
const maxMovedSingly = 64
/** A box that covers more than this fraction (1/n) of the extent counts as wide. */
const wideFraction = 16
/** Tolerance for rounding when a search box is offset; candidates are then compared exactly. */
const slack = 1e-3
/** More than half the distance of two neighbouring 32-bit floats, as part of their value. */
const floatError = 2 ** -23

const slotState = { free: 0, inTree: 1, inDelta: 2 } as const

/**
 * Spatial index of boxes identified by slot numbers. A packed R-tree holds boxes at rest; recently moved ones are
 * scanned. Rebuilding for 100,000 boxes takes about 20 ms, so it waits until the scans since the last time have cost as
 * much: a board that loads changes in large parts and is searched a few times after each.
 */
export class BoxIndex {
  readonly #columns = new BoxColumns()
  readonly #groups = new OffsetGroups()
  readonly #delta = new SlotSet()
  /** Recent changes scanned since the tree was built, each as often as it was. */
  #scanned = 0
  #state = new Uint8Array(1024)
  /** Highest slot ever used, plus one. */
  #used = 0
  #size = 0
  /** Cached until a change; null if it must be recomputed. */
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

  /**
   * Moves slots by one offset; negative ones are skipped. Large groups stay in the tree and are searched with the
   * offset.
   */
  shift(slots: Int32Array, dx: number, dy: number): void {
    this.#extent = null
    this.#columns.shift(slots, dx, dy)
    if (slots.length > maxMovedSingly) return this.#regroup(slots, dx, dy)
    for (const slot of slots) if (slot >= 0 && this.#state[slot] === slotState.inTree) this.#moveToDelta(slot)
  }

  /** Rebuilds the tree if many boxes are not in it, before a search has to; whether there was nothing to do. */
  prepare(): boolean {
    if (this.#delta.size <= minDelta) return true
    this.#pack()
    return false
  }

  /** Visits every slot whose box intersects this one, unordered. */
  search(box: Box, visit: (slot: number) => void): void {
    if (this.#delta.size > minDelta) {
      this.#scanned += this.#delta.size
      if (this.#scanned > this.#size * scansPerPacked) this.#pack()
    }
    const right = box.x + box.w
    const bottom = box.y + box.h
    this.#groups.all.forEach(({ count }, group) => {
      if (count > 0) this.#searchGroup(group, box.x, box.y, right, bottom, visit)
    })
    const recent = this.#delta.members
    for (let i = 0; i < recent.length; i++) {
      if (this.#columns.touches(recent[i]!, box.x, box.y, right, bottom)) visit(recent[i]!)
    }
  }

  /** Whether the box covers so much that a linear scan is cheaper than a tree search. */
  isWide({ w, h }: Box): boolean {
    const tree = this.#tree
    return tree !== undefined && w * h * wideFraction > (tree.maxX - tree.minX) * (tree.maxY - tree.minY)
  }

  /**
   * Writes those of the first `count` slots that intersect the box to `into`; negative slots are skipped. Returns
   * their number.
   */
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

  /** Bounds of all boxes. */
  getExtent(): Box | undefined {
    if (this.#extent === null)
      this.#extent = this.#columns.getUnion(undefined, this.#state.subarray(0, this.#used))
    return this.#extent
  }

  /** Union of the boxes of some slots; free and negative slots are ignored. */
  getUnion(slots: Int32Array): Box | undefined {
    return this.#columns.getUnion(slots, this.#state)
  }

  clear(): void {
    this.#state.fill(slotState.free)
    this.#used = 0
    this.#size = 0
    this.#delta.clear()
    this.#scanned = 0
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
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i]!
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
    this.#scanned = 0
    this.#tree = undefined
    this.#groups.reset(this.#size)
    if (this.#size === 0) return
    this.#treeSlots = new Uint32Array(this.#size)
    const tree = new Flatbush(this.#size, 16, Float32Array)
    const columns = this.#columns
    let n = 0
    for (let slot = 0; slot < this.#used; slot++) {
      if (this.#state[slot] === slotState.free) continue
      this.#state[slot] = slotState.inTree
      this.#treeSlots[n++] = slot
      tree.add(
        roundDown(columns.getLeft(slot)),
        roundDown(columns.getTop(slot)),
        roundUp(columns.getRight(slot)),
        roundUp(columns.getBottom(slot)),
      )
    }
    tree.finish()
    this.#tree = tree
  }
}

/** A number that is not above this one when it is stored as a 32-bit float, which halves the memory of the tree. */
function roundDown(value: number): number {
  return value - Math.abs(value) * floatError
}

/** A number that is not below this one as a 32-bit float. */
function roundUp(value: number): number {
  return value + Math.abs(value) * floatError
}
