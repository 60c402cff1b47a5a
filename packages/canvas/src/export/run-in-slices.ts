import type { TaskSteps } from './task-steps.ts'

/** Progress and cancellation of a long task. */
export interface TaskOptions {
  /** Aborts the task with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Fraction of the task that is done, 0 to 1, never decreasing. */
  readonly onProgress?: ((share: number) => void) | undefined
  /** Default: `pageScheduler`. */
  readonly scheduler?: YieldScheduler | undefined
}

/** Decides when a task yields, so that the page can handle input and paint frames. */
export interface YieldScheduler {
  /** Milliseconds since an arbitrary moment. */
  now(): number
  /** Resolves after other tasks had a chance to run. */
  yieldToEventLoop(): Promise<void>
}

/** Half a frame; the rest is left to the page. */
export const sliceMs = 8

/** MessageChannel yields to pending tasks without a delay, also in hidden tabs, where timers are throttled. */
export const pageScheduler: YieldScheduler = {
  now: () => performance.now(),
  yieldToEventLoop: () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        port1.close()
        resolve()
      }
      port2.postMessage(null)
    }),
}

/** Maps the progress of a subtask to a range of the whole task. */
export function createSubtask(work: TaskOptions, from: number, to: number): TaskOptions {
  return { ...work, onProgress: (share) => work.onProgress?.(from + (to - from) * share) }
}

/** Runs a task in slices that leave time for rendering. */
export async function runInSlices<T>(steps: TaskSteps<T>, work: TaskOptions): Promise<T> {
  const { signal, onProgress, scheduler = pageScheduler } = work
  let from = scheduler.now()
  for (;;) {
    signal?.throwIfAborted()
    const step = steps.next()
    if (step.done) {
      onProgress?.(1)
      return step.value
    }
    if (scheduler.now() - from < sliceMs) continue
    onProgress?.(step.value)
    await scheduler.yieldToEventLoop()
    from = scheduler.now()
  }
}
