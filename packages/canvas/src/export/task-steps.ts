/** A task that can pause at every step; it yields the fraction that is done. */
export type TaskSteps<T> = Generator<number, T>

/** Runs a task synchronously to its end. */
export function runToEnd<T>(steps: TaskSteps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Maps the progress of a subtask to a range. */
export function* scaleProgress<T>(steps: TaskSteps<T>, from: number, to: number): TaskSteps<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    yield from + (to - from) * step.value
  }
}
