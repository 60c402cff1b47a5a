import type { TaskSteps } from './task-steps.ts'

/** Progress and cancellation of a long task. */
export interface TaskOptions {
  /** Ends the work with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Share of the work that is done, 0 to 1; never goes back. */
  readonly onProgress?: ((share: number) => void) | undefined
  /** Default: the page's own. */
  readonly scheduler?: YieldScheduler | undefined
}

/** When to yield, so that the page can handle input and paint frames. */
export interface YieldScheduler {
  /** Milliseconds from any fixed moment. */
  now(): number
  /** Resolves when the page has had its turn. */
  yieldToEventLoop(): Promise<void>
}

/** Half a frame: the other half is the page's. */
export const sliceMs = 8

/** A message comes after what the page has waiting, at once when there is nothing, and in hidden tabs, too. */
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

/** A part of a task: its progress is reported between these shares. */
export function createSubtask(work: TaskOptions, from: number, to: number): TaskOptions {
  return { ...work, onProgress: (share) => work.onProgress?.(from + (to - from) * share) }
}

/** Does the work in slices that each leave the page its frames. */
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
