import type { Vec } from '../../geometry/vec.ts'
import type { Clock } from '../clock.ts'

const afterMs = 500

/** A finger that stays where it is for a while. */
export class LongPress {
  readonly #clock: Clock
  readonly #onLongPress: (at: Vec) => void
  #stop: (() => void) | undefined
  #hasFired = false

  constructor(clock: Clock, onLongPress: (at: Vec) => void) {
    this.#clock = clock
    this.#onLongPress = onLongPress
  }

  /** The last press was a long one. */
  get hasFired(): boolean {
    return this.#hasFired
  }

  start(at: Vec): void {
    this.#stop = this.#clock.after(afterMs, () => {
      this.#hasFired = true
      this.#onLongPress(at)
    })
  }

  /** The finger has moved or gone up, or another one came. */
  cancel(): void {
    this.#stop?.()
    this.#stop = undefined
  }

  /** Another press begins. */
  reset(): void {
    this.#hasFired = false
  }
}
