/** Fills an answer with stored bytes up to a size; what is too large for any answer is given out in parts. */
export class Page {
  readonly #most: number
  #size = 0
  #from: number
  #isFull = false

  /** `from`: so many bytes of the first are known already. */
  constructor(most: number, from = 0) {
    this.#most = most
    this.#from = from
  }

  /** The last one that was added is not whole here. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** So many bytes of that one are known with this page. */
  get from(): number {
    return this.#from
  }

  /** It is not there, whatever is known of it. */
  skip(): null {
    this.#from = 0
    return null
  }

  /** What of it belongs into the answer; null: nothing. */
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
