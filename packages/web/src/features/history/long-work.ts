import { signal, type ReadonlySignal } from '@preact/signals-core'
import type { Clock } from '../../platform/dom/clock.ts'
import type { Pace } from './seek.ts'

/** A long task, one at a time: the next one cancels it. */
export class LongWork {
  readonly #clock: Clock
  readonly #progress = signal<number | null>(null)
  #current = new AbortController()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Progress from 0 to 1; null if there is none. */
  get progress(): ReadonlySignal<number | null> {
    return this.#progress
  }

  /** Returns undefined if it was cancelled. */
  async run<T>(act: (pace: Pace) => Promise<T>): Promise<T | undefined> {
    this.#current.abort()
    const mine = (this.#current = new AbortController())
    const { signal } = mine
    const tell = (part: number): unknown => !signal.aborted && (this.#progress.value = part)
    this.#progress.value = 0
    try {
      const result = await act({ clock: this.#clock, signal, tell })
      return signal.aborted ? undefined : result
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    } finally {
      if (this.#current === mine) this.#progress.value = null
    }
  }

  cancel(): void {
    this.#current.abort()
    this.#progress.value = null
  }
}
