import type { Clock } from '../ports/clock/port.ts'

/**
 * Work that rooms do within one turn of the event loop. Anyone who has much to do asks before each piece and waits for the
 * next turn once this one is used up, so that requests and other rooms get theirs.
 */
export class WorkTurn {
  readonly #clock: Clock
  readonly #most: number
  #spent = 0
  #next: Promise<void> | null = null

  /** `most`: units of work, see `estimateWork`. */
  constructor(clock: Clock, most: number) {
    this.#clock = clock
    this.#most = most
  }

  get isSpent(): boolean {
    return this.#spent >= this.#most
  }

  spend(units: number): void {
    this.#spent += units
    this.#next ??= this.#clock.nextTask().then(() => {
      this.#spent = 0
      this.#next = null
    })
  }

  async next(): Promise<void> {
    await this.#next
  }

  /** Resolves at once while there is room for more. */
  async yieldWhenSpent(): Promise<void> {
    while (this.isSpent) await this.#next
  }
}
