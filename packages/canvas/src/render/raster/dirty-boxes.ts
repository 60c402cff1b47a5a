import { getUnion, type Box } from '../../geometry/box.ts'

/** Further boxes are merged with their neighbours: each costs a check against every tile. */
const mostBoxes = 400
/** Merged boxes; if there are more, they are merged with neighbours farther away. */
const mostCells = 400
/** Side of the squares by which neighbours are found at first, page units. */
const firstSide = 1_024

/** Collects areas to repaint between two calls of `flush`. */
export class DirtyBoxes {
  readonly #report: (box: Box) => void
  #count = 0
  /** Boxes by the square that their centres share. */
  #cells = new Map<string, Box>()
  #side = firstSide

  constructor(report: (box: Box) => void) {
    this.#report = report
  }

  /** Whether so many changes should be reported as one bounding box. */
  static isMany(count: number): boolean {
    return count > mostBoxes
  }

  add(box: Box): void {
    if (++this.#count <= mostBoxes) return this.#report(box)
    this.#merge(box)
    if (this.#cells.size > mostCells) this.#coarsen()
  }

  /** Reports the bounding box of many changes. */
  reportAll(box: Box | undefined): void {
    if (box) this.#report(box)
  }

  /** Reports what was merged. */
  flush(): void {
    for (const box of this.#cells.values()) this.#report(box)
    this.#cells = new Map()
    this.#count = 0
    this.#side = firstSide
  }

  #merge(box: Box): void {
    const column = Math.floor((box.x + box.w / 2) / this.#side)
    const row = Math.floor((box.y + box.h / 2) / this.#side)
    const key = `${column},${row}`
    const others = this.#cells.get(key)
    this.#cells.set(key, others ? getUnion(others, box) : box)
  }

  #coarsen(): void {
    while (this.#cells.size > mostCells) {
      const merged = this.#cells
      this.#cells = new Map()
      this.#side *= 2
      for (const box of merged.values()) this.#merge(box)
    }
  }
}
