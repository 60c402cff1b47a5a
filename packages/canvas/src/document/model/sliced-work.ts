/** Cooperative task: a generator that yields regularly, so that the caller can let other work run. */
export type SlicedWork<Result> = Generator<unknown, Result, undefined>

/** Records or changes between two yields, a few milliseconds at most. */
const STRIDE = 250

/** Tells a sliced task when to yield; shared by all its parts. */
export class SlicePacer {
  #done = 0

  /** Call once per record; true if it is time to yield. */
  isDue(): boolean {
    this.#done += 1
    if (this.#done < STRIDE) return false
    this.#done = 0
    return true
  }
}

/** Runs the task synchronously to its end. */
export function runToEnd<Result>(work: SlicedWork<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
