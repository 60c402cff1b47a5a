import { getUnion, type Box } from '../../geometry/box.ts'

/** More boxes than this at once are reported as one: asking every tile about each would cost more than painting. */
const maxBoxes = 400

/** Gathers what has to be painted again between two calls of `flush`. */
export class DirtyBoxes {
  readonly #report: (box: Box) => void
  #count = 0
  #union: Box | undefined

  constructor(report: (box: Box) => void) {
    this.#report = report
  }

  /** Are so many changes better reported as the one box around them? */
  static isMany(count: number): boolean {
    return count > maxBoxes
  }

  add(box: Box): void {
    if (++this.#count > maxBoxes) this.#union = this.#union ? getUnion(this.#union, box) : box
    else this.#report(box)
  }

  /** Reports a box that stands for many changes. */
  reportAll(box: Box | undefined): void {
    if (box) this.#report(box)
  }

  flush(): void {
    if (this.#union) this.#report(this.#union)
    this.#count = 0
    this.#union = undefined
  }
}
