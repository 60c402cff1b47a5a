import Flatbush from 'flatbush'
import { getRange } from '../../document/codec/id-list.ts'
import type { Move, RecordId } from '../../document/model/record.ts'
import { getUnion, type Box } from '../../geometry/box.ts'

/** Which elements have bounds that touch a box; cost follows what is near, not the size of the board. */
export interface SpatialIndex {
  readonly size: number
  /** Bounds as last set. */
  getBounds(id: RecordId): Box | undefined
  set(id: RecordId, bounds: Box): void
  remove(id: RecordId): void
  /** Moves those of the ids that are in it. */
  shift(move: Move): void
  clear(): void
  /** Calls for every element whose bounds touch the box, in no particular order. */
  search(box: Box, visit: (id: RecordId, bounds: Box) => void): void
  /** Bounds of everything; undefined when empty. */
  extent(): Box | undefined
  /** Bounds of these, as far as they are in it; the others are given to `other`. */
  getUnion(ids: readonly RecordId[], other: (id: RecordId) => Box | undefined): Box | undefined
  /** Packs the recent changes into the tree; call when there is time. True if there was something to do. */
  pack(): boolean
}

/** Above this many changes (or a tenth of the tree) a scan of the recent ones costs more than packing again. */
const deltaLimit = 1024

/** Each element has a place in the columns for as long as it is here. */
const free = 0
const inTree = 1
const inDelta = 2

/**
 * A packed tree for what rests and a plain list for what moved since. Packing 100,000 boxes takes about 20 ms, so it
 * happens when the list has grown, or when the caller is idle.
 */
export function createSpatialIndex(): SpatialIndex {
  const slots = new Map<RecordId, number>()
  const ids: RecordId[] = []
  const unused: number[] = []
  /** x, y, w and h, four numbers a slot. */
  let boxes = new Float64Array(4096)
  let state = new Uint8Array(1024)
  const delta = new Set<number>()
  /** So much has moved that the list would be as long as the board: everything is packed before the next search. */
  let isOutdated = false
  let tree: Flatbush | undefined
  let treeSlots = new Uint32Array(0)

  const reserve = (slot: number): void => {
    if (slot < state.length) return
    const size = Math.max(slot + 1, state.length * 2)
    const moreBoxes = new Float64Array(size * 4)
    moreBoxes.set(boxes)
    boxes = moreBoxes
    const moreState = new Uint8Array(size)
    moreState.set(state)
    state = moreState
  }
  const getBox = (slot: number): Box => {
    const at = slot * 4
    return { x: boxes[at]!, y: boxes[at + 1]!, w: boxes[at + 2]!, h: boxes[at + 3]! }
  }
  const pack = (): boolean => {
    if (delta.size === 0 && !isOutdated) return false
    delta.clear()
    isOutdated = false
    tree = undefined
    if (slots.size === 0) return true
    treeSlots = new Uint32Array(slots.size)
    tree = new Flatbush(slots.size)
    let n = 0
    for (let slot = 0; slot < ids.length; slot++) {
      if (state[slot] === free) continue
      state[slot] = inTree
      treeSlots[n++] = slot
      const at = slot * 4
      const [x, y] = [boxes[at]!, boxes[at + 1]!]
      tree.add(x, y, x + boxes[at + 2]!, y + boxes[at + 3]!)
    }
    tree.finish()
    return true
  }
  const touches = (slot: number, left: number, top: number, right: number, bottom: number): boolean => {
    const at = slot * 4
    const [x, y] = [boxes[at]!, boxes[at + 1]!]
    return x <= right && x + boxes[at + 2]! >= left && y <= bottom && y + boxes[at + 3]! >= top
  }
  /** Slots of the list that was asked about last, -1 where there is none: a large selection is asked about often. */
  let known: { readonly ids: readonly RecordId[]; readonly slots: Int32Array } | undefined
  const getSlots = (wanted: readonly RecordId[]): Int32Array => {
    const { of, from } = getRange(wanted)
    if (known?.ids === of) return known.slots.subarray(from, from + wanted.length)
    const found = new Int32Array(wanted.length)
    for (let i = 0; i < wanted.length; i++) found[i] = slots.get(wanted[i]!) ?? -1
    if (of === wanted) known = { ids: wanted, slots: found }
    return found
  }
  const unionOfSlots = (each: (take: (slot: number) => void) => void): Box | undefined => {
    let left = Infinity
    let top = Infinity
    let right = -Infinity
    let bottom = -Infinity
    each((slot) => {
      const at = slot * 4
      left = Math.min(left, boxes[at]!)
      top = Math.min(top, boxes[at + 1]!)
      right = Math.max(right, boxes[at]! + boxes[at + 2]!)
      bottom = Math.max(bottom, boxes[at + 1]! + boxes[at + 3]!)
    })
    return left <= right ? { x: left, y: top, w: right - left, h: bottom - top } : undefined
  }

  return {
    get size() {
      return slots.size
    },
    getBounds(id) {
      const slot = slots.get(id)
      return slot === undefined ? undefined : getBox(slot)
    },
    set(id, bounds) {
      let slot = slots.get(id)
      if (slot === undefined) {
        slot = unused.pop() ?? ids.length
        reserve(slot)
        ids[slot] = id
        slots.set(id, slot)
        known = undefined
      }
      const at = slot * 4
      boxes[at] = bounds.x
      boxes[at + 1] = bounds.y
      boxes[at + 2] = bounds.w
      boxes[at + 3] = bounds.h
      state[slot] = inDelta
      if (!isOutdated) delta.add(slot)
    },
    remove(id) {
      const slot = slots.get(id)
      if (slot === undefined) return
      slots.delete(id)
      known = undefined
      delta.delete(slot)
      state[slot] = free
      unused.push(slot)
    },
    shift({ ids: moved, dx, dy }) {
      const isMuch = moved.length > Math.max(deltaLimit, slots.size / 10)
      if (isMuch) {
        isOutdated = true
        delta.clear()
      }
      for (const slot of getSlots(moved)) {
        if (slot < 0) continue
        const at = slot * 4
        boxes[at]! += dx
        boxes[at + 1]! += dy
        if (isMuch || isOutdated) continue
        state[slot] = inDelta
        delta.add(slot)
      }
    },
    clear() {
      slots.clear()
      known = undefined
      ids.length = 0
      unused.length = 0
      state.fill(free)
      delta.clear()
      isOutdated = false
      tree = undefined
    },
    search(box, visit) {
      if (isOutdated || delta.size > Math.max(deltaLimit, slots.size / 10)) pack()
      const right = box.x + box.w
      const bottom = box.y + box.h
      tree?.search(box.x, box.y, right, bottom, (entry) => {
        const slot = treeSlots[entry]!
        if (state[slot] === inTree) visit(ids[slot]!, getBox(slot))
        return false
      })
      for (const slot of delta) {
        if (touches(slot, box.x, box.y, right, bottom)) visit(ids[slot]!, getBox(slot))
      }
    },
    extent: () =>
      unionOfSlots((take) => {
        for (let slot = 0; slot < ids.length; slot++) if (state[slot] !== free) take(slot)
      }),
    getUnion(wanted, other) {
      let others: Box | undefined
      const own = unionOfSlots((take) => {
        getSlots(wanted).forEach((slot, i) => {
          if (slot >= 0) return take(slot)
          const box = other(wanted[i]!)
          if (box) others = others ? getUnion(others, box) : box
        })
      })
      return own && others ? getUnion(own, others) : (own ?? others)
    },
    pack,
  }
}
