import Flatbush from 'flatbush'
import type { Box } from '../geometry/box.ts'

/**
 * Bounds of everything on a page in columns, and which of them touch a box. A packed tree holds what rests; what
 * moved since is scanned. Packing 100,000 boxes takes about 20 ms, so it waits until the scan would cost more.
 */
export interface SlotIndex {
  reserve(slots: number): void
  set(slot: number, box: Box): void
  remove(slot: number): void
  visit(box: Box, each: (slot: number) => void): void
  boxOf(slot: number): Box
  extent(): Box | undefined
  clear(): void
}

const minDelta = 512

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
  }
  const pack = (): void => {
    delta.clear()
    tree = undefined
    if (live === 0) return
    treeSlots = new Uint32Array(live)
    tree = new Flatbush(live, 16, Float64Array)
    let n = 0
    for (let slot = 0; slot < used; slot++) {
      if (state[slot] === 0) continue
      state[slot] = 1
      treeSlots[n++] = slot
      tree.add(left[slot]!, top[slot]!, right[slot]!, bottom[slot]!)
    }
    tree.finish()
  }

  return {
    reserve,
    set(slot, box) {
      reserve(slot + 1)
      if (slot >= used) used = slot + 1
      if (state[slot] === 0) live++
      left[slot] = box.x
      top[slot] = box.y
      right[slot] = box.x + box.w
      bottom[slot] = box.y + box.h
      state[slot] = 2
      delta.add(slot)
    },
    remove(slot) {
      if (slot >= used || state[slot] === 0) return
      state[slot] = 0
      delta.delete(slot)
      live--
    },
    visit(box, each) {
      if (delta.size > Math.max(minDelta, live / 16)) pack()
      const x1 = box.x + box.w
      const y1 = box.y + box.h
      tree?.search(box.x, box.y, x1, y1, (entry) => {
        const slot = treeSlots[entry]!
        if (state[slot] === 1) each(slot)
        return false
      })
      for (const slot of delta) {
        if (left[slot]! <= x1 && right[slot]! >= box.x && top[slot]! <= y1 && bottom[slot]! >= box.y)
          each(slot)
      }
    },
    boxOf(slot) {
      return {
        x: left[slot]!,
        y: top[slot]!,
        w: right[slot]! - left[slot]!,
        h: bottom[slot]! - top[slot]!,
      }
    },
    extent() {
      let x0 = Infinity
      let y0 = Infinity
      let x1 = -Infinity
      let y1 = -Infinity
      for (let slot = 0; slot < used; slot++) {
        if (state[slot] === 0) continue
        if (left[slot]! < x0) x0 = left[slot]!
        if (top[slot]! < y0) y0 = top[slot]!
        if (right[slot]! > x1) x1 = right[slot]!
        if (bottom[slot]! > y1) y1 = bottom[slot]!
      }
      return x0 <= x1 ? { x: x0, y: y0, w: x1 - x0, h: y1 - y0 } : undefined
    },
    clear() {
      state.fill(0)
      used = 0
      live = 0
      delta.clear()
      tree = undefined
    },
  }
}

function grown(column: Float64Array<ArrayBuffer>, size: number): Float64Array<ArrayBuffer> {
  const next = new Float64Array(size)
  next.set(column)
  return next
}
