import type { SlicedWork } from '@tavla/canvas/model'
import { realtimeLimits } from '../realtime-limits.ts'
import type { WorkTurn } from '../work-turn.ts'

/**
 * The work on one board that is done in slices, with turns of the event loop between them. Meanwhile an edit is half in the
 * board, so whatever reads or changes its records asks here and waits for the end, in the order of asking.
 */
export class SlicedEdits {
  readonly #turn: WorkTurn
  readonly #failed: (error: unknown) => void
  #current: SlicedWork<unknown> | null = null
  #waiting: (() => void)[] = []

  /** `failed`: what slices, and those who waited for them, throw. */
  constructor(turn: WorkTurn, failed: (error: unknown) => void) {
    this.#turn = turn
    this.#failed = failed
  }

  /** Every edit is in the board whole or not at all. */
  get isIdle(): boolean {
    return this.#current === null
  }

  /** At once while nothing is half done. */
  whenIdle(act: () => void): void {
    if (this.#current) this.#waiting.push(act)
    else act()
  }

  /** What must read the records in the same moment, for those who can wait. */
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

  /** These come before all that waits. */
  runFirst(acts: readonly (() => void)[]): void {
    this.#waiting = [...acts, ...this.#waiting]
    this.#drain()
  }

  /** Only while idle. What needs one slice only is done at once. */
  run<Result>(work: SlicedWork<Result>, then: (result: Result) => void): void {
    const first = work.next()
    if (first.done) return then(first.value)
    this.#current = work
    void this.#continue(work, then)
  }

  /** Gives up what is half done, which leaves the board as it was before. */
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
