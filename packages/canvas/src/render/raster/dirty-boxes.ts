import { getUnion, type Box } from '../../geometry/box.ts'

/** More boxes are merged into one, because checking them against every tile would cost more than painting. */
const maxBoxes = 400

/** Collects areas to repaint between two calls of `flush`. */
export class DirtyBoxes {
  readonly #report: (box: Box) => void
  #count = 0
  #union: Box | undefined

  constructor(report: (box: Box) => void) {
    this.#report = report
  }

  /** Whether so many changes should be reported as one bounding box. */
  static isMany(count: number): boolean {
    return count > maxBoxes
  }

  add(box: Box): void {
    if (++this.#count > maxBoxes) this.#union = this.#union ? getUnion(this.#union, box) : box
    else this.#report(box)
  }

  /** Reports the bounding box of many changes. */
  reportAll(box: Box | undefined): void {
    if (box) this.#report(box)
  }

  flush(): void {
    if (this.#union) this.#report(this.#union)
    this.#count = 0
    this.#union = undefined
  }
}
