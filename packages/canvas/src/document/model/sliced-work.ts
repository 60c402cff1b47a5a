/** Work that stops now and then, so that anyone who does it can let others have a turn. */
export type SlicedWork<Result> = Generator<unknown, Result, undefined>

/** Records or changes between two stops: some milliseconds at most. */
const STRIDE = 250

/** Counts what was done since the last stop; one for all parts of a work. */
export class SlicePacer {
  #done = 0

  /** Call it for each record; true when it is time to stop. */
  isDue(): boolean {
    this.#done += 1
    if (this.#done < STRIDE) return false
    this.#done = 0
    return true
  }
}

/** Does it in one go. */
export function runToEnd<Result>(work: SlicedWork<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
