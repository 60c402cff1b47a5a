import type { SlicedWork } from '@tavla/canvas/model'
import { realtimeLimits } from '../realtime-limits.ts'
import type { WorkTurn } from '../work-turn.ts'

/**
 * Work on one board in slices that yield to the event loop. An edit is partially applied meanwhile, so
 * everything that reads or changes the records waits here, in order.
 */
export class SlicedEdits {
  readonly #turn: WorkTurn
  readonly #failed: (error: unknown) => void
  #current: SlicedWork<unknown> | null = null
  #waiting: (() => void)[] = []

  /** `failed` receives errors of slices and of waiting callbacks. */
  constructor(turn: WorkTurn, failed: (error: unknown) => void) {
    this.#turn = turn
    this.#failed = failed
  }

  /** True while no edit is partially applied. */
  get isIdle(): boolean {
    return this.#current === null
  }

  /** Runs immediately while idle. */
  whenIdle(act: () => void): void {
    if (this.#current) this.#waiting.push(act)
    else act()
  }

  /** Reads the records in one step, for callers that can wait. */
  read<Result>(read: () => Result): Promise<Result> {
    return new Promise((resolve, reject) =>
      this.whenIdle(() => {
        try {
          resolve(read())
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)))
        }
      }),
    )
  }

  /** Runs these before everything that waits. */
  runFirst(acts: readonly (() => void)[]): void {
    this.#waiting = [...acts, ...this.#waiting]
    this.#drain()
  }

  /** Only while idle. Work of a single slice runs synchronously. */
  run<Result>(work: SlicedWork<Result>, then: (result: Result) => void): void {
    const first = work.next()
    if (first.done) return then(first.value)
    this.#current = work
    void this.#continue(work, then)
  }

  /** Abandons a partially applied edit, which restores the board. */
  stop(): void {
    const work = this.#current
    this.#current = null
    work?.return(undefined)
    this.#drain()
  }

  async #continue<Result>(work: SlicedWork<Result>, then: (result: Result) => void): Promise<void> {
    for (;;) {
      await this.#turn.yieldWhenSpent()
      if (this.#current !== work) return
      this.#turn.spend(realtimeLimits.sliceWork)
      const isDone = this.#attempt(() => {
        const step = work.next()
        if (!step.done) return false
        this.#current = null
        then(step.value)
        return true
      })
      if (isDone === false) continue
      if (this.#current === work) this.#current = null
      return this.#drain()
    }
  }

  #drain(): void {
    while (!this.#current) {
      const act = this.#waiting.shift()
      if (!act) return
      this.#attempt(act)
    }
  }

  #attempt<Result>(act: () => Result): Result | undefined {
    try {
      return act()
    } catch (error) {
      this.#failed(error)
      return undefined
    }
  }
}
