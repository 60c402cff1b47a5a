import { signal, type ReadonlySignal } from '@preact/signals-core'
import type { Clock } from '../../platform/dom/clock.ts'
import type { TaskContext } from './seek.ts'

/** A long task, one at a time: the next one cancels it. */
export class LongTask {
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
  async run<T>(task: (context: TaskContext) => Promise<T>): Promise<T | undefined> {
    this.#current.abort()
    const controller = (this.#current = new AbortController())
    const { signal } = controller
    const onProgress = (part: number): unknown => !signal.aborted && (this.#progress.value = part)
    this.#progress.value = 0
    try {
      const result = await task({ clock: this.#clock, signal, onProgress })
      return signal.aborted ? undefined : result
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    } finally {
      if (this.#current === controller) this.#progress.value = null
    }
  }

  cancel(): void {
    this.#current.abort()
    this.#progress.value = null
  }
}
