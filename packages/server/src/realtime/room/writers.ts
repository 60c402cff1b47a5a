import type { Writer } from '@tavla/canvas/model'

const firstRoom = 256

/**
 * Author and time of recent journal numbers. A busy room writes tens of thousands an hour, so they are
 * stored in a ring buffer of twelve bytes each.
 */
export class Writers {
  readonly #limit: number
  readonly #people: string[] = []
  readonly #getPosition = new Map<string, number>()
  #times = new Float64Array(firstRoom)
  #who = new Uint32Array(firstRoom)
  #count = 0
  #last: number

  /** `seq` is the number before the first one added; the latest `kept` are known. */
  constructor(seq: number, limit: number) {
    this.#last = seq
    this.#limit = limit
  }

  /** Adds the next number. */
  add({ uid, time }: Writer): void {
    if (this.#count === this.#times.length && this.#count < this.#limit) this.#grow()
    this.#last += 1
    const at = this.#last % this.#times.length
    this.#times[at] = time
    this.#who[at] = this.#place(uid)
    this.#count = Math.min(this.#count + 1, this.#times.length)
  }

  /** Removes the last number, which was reverted. */
  takeBack(): void {
    this.#last -= 1
    this.#count = Math.max(0, this.#count - 1)
  }

  of(seq: number): Writer | undefined {
    if (seq > this.#last || seq <= this.#last - this.#count) return undefined
    const at = seq % this.#times.length
    return { uid: this.#people[this.#who[at] ?? 0] ?? '', time: this.#times[at] ?? 0 }
  }

  #place(uid: string): number {
    const known = this.#getPosition.get(uid)
    if (known !== undefined) return known
    this.#getPosition.set(uid, this.#people.length)
    return this.#people.push(uid) - 1
  }

  #grow(): void {
    const [times, who, room] = [this.#times, this.#who, this.#times.length]
    const more = Math.min(this.#limit, 2 * room)
    this.#times = new Float64Array(more)
    this.#who = new Uint32Array(more)
    for (let seq = this.#last - this.#count + 1; seq <= this.#last; seq += 1) {
      this.#times[seq % more] = times[seq % room] ?? 0
      this.#who[seq % more] = who[seq % room] ?? 0
    }
  }
}
