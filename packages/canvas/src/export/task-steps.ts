/** Work that can be stopped at every step; what it yields is the share that is done. */
export type TaskSteps<T> = Generator<number, T>

/** Does the work in one go, where nobody waits for frames. */
export function runToEnd<T>(steps: TaskSteps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** A part of a task: its progress is between these two shares. */
export function* scaleProgress<T>(steps: TaskSteps<T>, from: number, to: number): TaskSteps<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    yield from + (to - from) * step.value
  }
}
