import { clamp } from '../../geometry/vec.ts'
import type { Clock } from '../clock.ts'

const durationMs = 160

/** An eased animation from 0 to 1 with one step per frame. Starting it again stops the running one. */
export class EasedAnimation {
  readonly #clock: Clock
  #cancel: (() => void) | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  start(show: (progress: number) => void): void {
    this.stop()
    const startMs = this.#clock.now()
    const step = (nowMs: number): void => {
      const t = clamp((nowMs - startMs) / durationMs, 0, 1)
      this.#cancel = t < 1 ? this.#clock.frame(step) : undefined
      show(1 - (1 - t) ** 3)
    }
    this.#cancel = this.#clock.frame(step)
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }
}
