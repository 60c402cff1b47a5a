import Flatbush from 'flatbush'
import type { Box } from '../../geometry/box.ts'

/**
 * Bounds of everything on a page in columns, and which of them touch a box. A packed tree holds what rests; what
 * moved since is scanned. Packing 100,000 boxes takes about 20 ms, so it waits until the scan would cost more.
 */
export interface SlotIndex {
  reserve(slots: number): void
  set(slot: number, box: Box): void
  remove(slot: number): void
  /** Moves many by one offset: what the tree knows stays in it, and is looked for at the offset. */
  shift(slots: Int32Array, dx: number, dy: number): void
  visit(box: Box, each: (slot: number) => void): void
  /** Does so much lie in the box that going through everything costs less than asking the tree? */
  isWide(box: Box): boolean
  /** Goes through so many slots, negative ones left out, and writes down which of them touch a box; answers how many. */
  sift(slots: Int32Array, count: number, box: Box, into: Uint32Array): number
  getBox(slot: number): Box
  getLeft(slot: number): number
  getTop(slot: number): number
  extent(): Box | undefined
  /** The box around some. */
  getBoxAround(slots: Iterable<number>): Box | undefined
  clear(): void
}

const minDelta = 512
/** A box of more than one in so many parts of everything is wide. */
const wideFraction = 16
/** Offsets that parts of the tree may have; one search each. */
const maxGroups = 4

/** What moved by one offset, and how many. */
interface Group {
  readonly dx: number
  readonly dy: number
  count: number
}

/** Room for rounding when a search is moved by an offset; what it finds is compared exactly. */
const slack = 1e-3

export function createSlotIndex(): SlotIndex {
  let left = new Float64Array(1024)
  let top = new Float64Array(1024)
  let right = new Float64Array(1024)
  let bottom = new Float64Array(1024)
  /** 0 free, 1 in the tree at its place, 2 only in the delta. */
  let state = new Uint8Array(1024)
  let used = 0
  let live = 0
  const delta = new Set<number>()
  /** Which offset a slot in the tree has moved by since the tree was packed. */
  let group = new Uint8Array(1024)
  let groups: Group[] = [{ dx: 0, dy: 0, count: 0 }]
  let around: Box | undefined | null = null
  let tree: Flatbush | undefined
  let treeSlots = new Uint32Array(0)

  const reserve = (slots: number): void => {
    if (slots <= state.length) return
    const size = Math.max(slots, state.length * 2)
    left = grown(left, size)
    top = grown(top, size)
    right = grown(right, size)
    bottom = grown(bottom, size)
    const nextState = new Uint8Array(size)
    nextState.set(state)
    state = nextState
    const nextGroup = new Uint8Array(size)
    nextGroup.set(group)
    group = nextGroup
  }
  const leaveTree = (slot: number): void => {
    if (state[slot] === 1) groups[group[slot]!]!.count--
  }
  /** The group for what is in `from` now and moves by an offset; -1 when there are too many. */
  const getGroup = (from: Group, dx: number, dy: number): number => {
    const at = { dx: from.dx + dx, dy: from.dy + dy, count: 0 }
    const same = groups.findIndex((known) => known.dx === at.dx && known.dy === at.dy)
    if (same >= 0) return same
    const unused = groups.findIndex((known) => known.count === 0)
    if (unused >= 0) {
      groups[unused] = at
      return unused
    }
    return groups.length < maxGroups ? groups.push(at) - 1 : -1
  }
  const pack = (): void => {
    delta.clear()
    tree = undefined
    groups = [{ dx: 0, dy: 0, count: live }]
    if (live === 0) return
    treeSlots = new Uint32Array(live)
    tree = new Flatbush(live, 16, Float64Array)
    let n = 0
    for (let slot = 0; slot < used; slot++) {
      if (state[slot] === 0) continue
      state[slot] = 1
      group[slot] = 0
      treeSlots[n++] = slot
      tree.add(left[slot]!, top[slot]!, right[slot]!, bottom[slot]!)
    }
    tree.finish()
  }

  const getBoxAround = (slots: Iterable<number>): Box | undefined => {
    let x0 = Infinity
    let y0 = Infinity
    let x1 = -Infinity
    let y1 = -Infinity
    for (const slot of slots) {
      if (state[slot] === 0) continue
      if (left[slot]! < x0) x0 = left[slot]!
      if (top[slot]! < y0) y0 = top[slot]!
      if (right[slot]! > x1) x1 = right[slot]!
      if (bottom[slot]! > y1) y1 = bottom[slot]!
    }
    return x0 <= x1 ? { x: x0, y: y0, w: x1 - x0, h: y1 - y0 } : undefined
  }
  const touches = (slot: number, x0: number, y0: number, x1: number, y1: number): boolean =>
    left[slot]! <= x1 && right[slot]! >= x0 && top[slot]! <= y1 && bottom[slot]! >= y0

  return {
    reserve,
    set(slot, box) {
      reserve(slot + 1)
      if (slot >= used) used = slot + 1
      if (state[slot] === 0) live++
      leaveTree(slot)
      around = null
      left[slot] = box.x
      top[slot] = box.y
      right[slot] = box.x + box.w
      bottom[slot] = box.y + box.h
      state[slot] = 2
      delta.add(slot)
    },
    remove(slot) {
      if (slot >= used || state[slot] === 0) return
      leaveTree(slot)
      around = null
      state[slot] = 0
      delta.delete(slot)
      live--
    },
    shift(slots, dx, dy) {
      around = null
      const target = new Map<number, number>()
      let packAgain = false
      for (const slot of slots) {
        left[slot]! += dx
        right[slot]! += dx
        top[slot]! += dy
        bottom[slot]! += dy
        if (state[slot] !== 1) continue
        const from = group[slot]!
        let to = target.get(from)
        if (to === undefined) target.set(from, (to = getGroup(groups[from]!, dx, dy)))
        if (to < 0) packAgain = true
        else {
          groups[from]!.count--
          groups[to]!.count++
          group[slot] = to
        }
      }
      if (packAgain) pack()
    },
    visit(box, each) {
      if (delta.size > Math.max(minDelta, live / 16)) pack()
      const x1 = box.x + box.w
      const y1 = box.y + box.h
      groups.forEach(({ dx, dy, count }, number) => {
        if (count === 0) return
        tree?.search(box.x - dx - slack, box.y - dy - slack, x1 - dx + slack, y1 - dy + slack, (entry) => {
          const slot = treeSlots[entry]!
          if (state[slot] === 1 && group[slot] === number && touches(slot, box.x, box.y, x1, y1)) each(slot)
          return false
        })
      })
      for (const slot of delta) {
        if (touches(slot, box.x, box.y, x1, y1)) each(slot)
      }
    },
    isWide({ w, h }) {
      return tree !== undefined && w * h * wideFraction > (tree.maxX - tree.minX) * (tree.maxY - tree.minY)
    },
    sift(slots, count, box, into) {
      // Everything of a large board goes through here: arrays of its own, and no calls.
      const [l, t, r, b] = [left, top, right, bottom]
      const [x0, y0, x1, y1] = [box.x, box.y, box.x + box.w, box.y + box.h]
      let n = 0
      for (let i = 0; i < count; i++) {
        const slot = slots[i]!
        if (slot >= 0 && l[slot]! <= x1 && r[slot]! >= x0 && t[slot]! <= y1 && b[slot]! >= y0)
          into[n++] = slot
      }
      return n
    },
    getBox(slot) {
      return {
        x: left[slot]!,
        y: top[slot]!,
        w: right[slot]! - left[slot]!,
        h: bottom[slot]! - top[slot]!,
      }
    },
    getLeft: (slot) => left[slot]!,
    getTop: (slot) => top[slot]!,
    getBoxAround,
    extent() {
      if (around === null) around = getBoxAround(state.subarray(0, used).keys())
      return around
    },
    clear() {
      state.fill(0)
      used = 0
      live = 0
      delta.clear()
      tree = undefined
      around = null
      groups = [{ dx: 0, dy: 0, count: 0 }]
    },
  }
}

function grown(column: Float64Array<ArrayBuffer>, size: number): Float64Array<ArrayBuffer> {
  const next = new Float64Array(size)
  next.set(column)
  return next
}
