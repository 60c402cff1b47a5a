/** Work that can be stopped at every step; what it yields is the share that is done. */
export type Steps<T> = Generator<number, T>

/** Does the work in one go, where nobody waits for frames. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** A part of a task: its progress is between these two shares. */
export function* getPart<T>(steps: Steps<T>, from: number, to: number): Steps<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    yield from + (to - from) * step.value
  }
}
