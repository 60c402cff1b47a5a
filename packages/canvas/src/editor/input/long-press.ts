import type { Vec } from '../../geometry/vec.ts'
import type { Clock } from '../clock.ts'

const afterMs = 500

/** Detects a touch that stays in place. */
export class LongPress {
  readonly #clock: Clock
  readonly #onLongPress: (at: Vec) => void
  #stop: (() => void) | undefined
  #hasFired = false

  constructor(clock: Clock, onLongPress: (at: Vec) => void) {
    this.#clock = clock
    this.#onLongPress = onLongPress
  }

  /** Whether the last press was a long press. */
  get hasFired(): boolean {
    return this.#hasFired
  }

  start(at: Vec): void {
    this.#stop = this.#clock.after(afterMs, () => {
      this.#hasFired = true
      this.#onLongPress(at)
    })
  }

  /** The touch moved or ended, or another one started. */
  cancel(): void {
    this.#stop?.()
    this.#stop = undefined
  }

  /** A new press starts. */
  reset(): void {
    this.#hasFired = false
  }
}
