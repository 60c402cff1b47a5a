import type { Clock } from '../ports/clock/port.ts'

/**
 * Limits the rooms' work in one turn of the event loop. Long work asks before each piece and waits for the
 * next turn once this one's budget is used, so that requests and other rooms are served.
 */
export class WorkTurn {
  readonly #clock: Clock
  readonly #most: number
  #spent = 0
  #next: Promise<void> | null = null

  /** `most`: work units, see `estimateCost`. */
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

  /** Resolves immediately while there is budget left. */
  async yieldWhenSpent(): Promise<void> {
    while (this.isSpent) await this.#next
  }
}
