import type { Box } from './box.ts'

/** Many boxes as columns of numbers, one slot each, which needs less memory than objects. */
export class BoxColumns {
  #left = new Float64Array(1024)
  #top = new Float64Array(1024)
  #width = new Float64Array(1024)
  #height = new Float64Array(1024)

  reserve(slots: number): void {
    if (slots <= this.#left.length) return
    const size = Math.max(slots, this.#left.length * 2)
    this.#left = enlarge(this.#left, size)
    this.#top = enlarge(this.#top, size)
    this.#width = enlarge(this.#width, size)
    this.#height = enlarge(this.#height, size)
  }

  set(slot: number, box: Box): void {
    this.#left[slot] = box.x
    this.#top[slot] = box.y
    this.#width[slot] = box.w
    this.#height[slot] = box.h
  }

  /** Negative slots are skipped. */
  shift(slots: Int32Array, dx: number, dy: number): void {
    const [left, top] = [this.#left, this.#top]
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i]!
      if (slot < 0) continue
      left[slot]! += dx
      top[slot]! += dy
    }
  }

  getLeft(slot: number): number {
    return this.#left[slot]!
  }

  getTop(slot: number): number {
    return this.#top[slot]!
  }

  getRight(slot: number): number {
    return this.#left[slot]! + this.#width[slot]!
  }

  getBottom(slot: number): number {
    return this.#top[slot]! + this.#height[slot]!
  }

  getBox(slot: number): Box {
    return {
      x: this.#left[slot]!,
      y: this.#top[slot]!,
      w: this.#width[slot]!,
      h: this.#height[slot]!,
    }
  }

  touches(slot: number, left: number, top: number, right: number, bottom: number): boolean {
    return (
      this.#left[slot]! <= right &&
      this.#left[slot]! + this.#width[slot]! >= left &&
      this.#top[slot]! <= bottom &&
      this.#top[slot]! + this.#height[slot]! >= top
    )
  }

  /**
   * Writes those of the first `count` slots that intersect the box to `into`; negative slots are skipped. Returns
   * their number.
   */
  filter(slots: Int32Array, count: number, box: Box, into: Uint32Array): number {
    // Hot loop of large boards: locals only, and no calls.
    const [l, t, w, h] = [this.#left, this.#top, this.#width, this.#height]
    const [x0, y0, x1, y1] = [box.x, box.y, box.x + box.w, box.y + box.h]
    let n = 0
    for (let i = 0; i < count; i++) {
      const slot = slots[i]!
      if (slot < 0 || l[slot]! > x1 || t[slot]! > y1) continue
      if (l[slot]! + w[slot]! >= x0 && t[slot]! + h[slot]! >= y0) into[n++] = slot
    }
    return n
  }

  /** Union of the boxes whose slots are non-zero in `isUsed`; undefined for `slots`: of all of them. */
  getUnion(slots: Int32Array | undefined, isUsed: Uint8Array): Box | undefined {
    const [l, t, w, h] = [this.#left, this.#top, this.#width, this.#height]
    const count = slots ? slots.length : isUsed.length
    let x0 = Infinity
    let y0 = Infinity
    let x1 = -Infinity
    let y1 = -Infinity
    for (let i = 0; i < count; i++) {
      const slot = slots ? slots[i]! : i
      if (slot < 0 || isUsed[slot] === 0) continue
      x0 = Math.min(x0, l[slot]!)
      y0 = Math.min(y0, t[slot]!)
      x1 = Math.max(x1, l[slot]! + w[slot]!)
      y1 = Math.max(y1, t[slot]! + h[slot]!)
    }
    return x0 <= x1 ? { x: x0, y: y0, w: x1 - x0, h: y1 - y0 } : undefined
  }
}

function enlarge(column: Float64Array<ArrayBuffer>, size: number): Float64Array<ArrayBuffer> {
  const next = new Float64Array(size)
  next.set(column)
  return next
}
