/** Fills a response with stored bytes up to a size; larger items are split over several responses. */
export class Page {
  readonly #most: number
  #size = 0
  #from: number
  #isFull = false

  /** `from`: offset in the first item. */
  constructor(most: number, from = 0) {
    this.#most = most
    this.#from = from
  }

  /** Whether the last item added is incomplete. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Bytes of that item sent up to now. */
  get from(): number {
    return this.#from
  }

  /** Skips a missing item. */
  skip(): null {
    this.#from = 0
    return null
  }

  /** The part of the item that belongs into this response; null: none. */
  add(bytes: Uint8Array): Uint8Array | null {
    const from = Math.min(this.#from, bytes.length)
    const room = this.#most - this.#size
    const isWhole = bytes.length - from <= room
    if (!isWhole && this.#size > 0) {
      this.#isFull = true
      return null
    }
    const part = bytes.subarray(from, from + room)
    this.#size += part.length
    this.#isFull = !isWhole
    this.#from = isWhole ? 0 : from + part.length
    return part
  }
}
