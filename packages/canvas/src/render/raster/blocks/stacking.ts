/** Pixels per side of a cell; images and blocks that share a cell count as overlapping. */
const cellPx = 8
/** Layers of blocks with images on them; what would need more is painted as a block. */
const maxLayer = 3

/**
 * Sorts what a bitmap shows into few layers, each of blocks with images on them, so that pixels are copied once per
 * layer and not once per image. Only what overlaps has to be in order.
 */
export class Stacking {
  readonly #columns: number
  readonly #rows: number
  /** Highest content by cell: twice the layer for blocks, one more for images. */
  readonly #heights: Uint8Array

  /** Size in pixels. */
  constructor(width: number, height: number) {
    this.#columns = Math.ceil(width / cellPx)
    this.#rows = Math.ceil(height / cellPx)
    this.#heights = new Uint8Array(this.#columns * this.#rows)
  }

  /** The layer of a block on top of everything so far in its rectangle, in pixels. */
  addBlock(left: number, top: number, right: number, bottom: number): number {
    const layer = Math.ceil(this.#getHeight(left, top, right, bottom) / 2)
    this.#raise(left, top, right, bottom, layer * 2)
    return layer
  }

  /** The same for an image; undefined if there are too many layers already. */
  addImage(left: number, top: number, right: number, bottom: number): number | undefined {
    const layer = Math.floor(this.#getHeight(left, top, right, bottom) / 2)
    if (layer === maxLayer) return undefined
    this.#raise(left, top, right, bottom, layer * 2 + 1)
    return layer
  }

  #getHeight(left: number, top: number, right: number, bottom: number): number {
    let most = 0
    this.#eachRow(left, top, right, bottom, (from, to) => {
      for (let at = from; at < to; at++) most = Math.max(most, this.#heights[at]!)
    })
    return most
  }

  #raise(left: number, top: number, right: number, bottom: number, height: number): void {
    if (height > 0)
      this.#eachRow(left, top, right, bottom, (from, to) => this.#heights.fill(height, from, to))
  }

  #eachRow(
    left: number,
    top: number,
    right: number,
    bottom: number,
    visit: (from: number, to: number) => void,
  ): void {
    const first = Math.max(0, Math.floor(left / cellPx))
    const end = Math.min(this.#columns, Math.ceil(right / cellPx))
    const last = Math.min(this.#rows, Math.ceil(bottom / cellPx))
    for (let row = Math.max(0, Math.floor(top / cellPx)); row < last; row++)
      visit(row * this.#columns + first, row * this.#columns + Math.max(first, end))
  }
}
