import type { Steps } from './steps.ts'

/** Progress and cancellation of a long task. */
export interface Work {
  /** Ends the work with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Share of the work that is done, 0 to 1; never goes back. */
  readonly onProgress?: ((share: number) => void) | undefined
  /** Default: the page's own. */
  readonly pace?: Pace | undefined
}

/** When to yield, so that the page can handle input and paint frames. */
export interface Pace {
  /** Milliseconds from any fixed moment. */
  now(): number
  /** Resolves when the page has had its turn. */
  yieldToEventLoop(): Promise<void>
}

/** Half a frame: the other half is the page's. */
export const sliceMs = 8

/** A message comes after what the page has waiting, at once when there is nothing, and in hidden tabs, too. */
export const pagePace: Pace = {
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
export function getPart(work: Work, from: number, to: number): Work {
  return { ...work, onProgress: (share) => work.onProgress?.(from + (to - from) * share) }
}

/** Does the work in slices that each leave the page its frames. */
export async function inSlices<T>(steps: Steps<T>, work: Work): Promise<T> {
  const { signal, onProgress, pace = pagePace } = work
  let from = pace.now()
  for (;;) {
    signal?.throwIfAborted()
    const step = steps.next()
    if (step.done) {
      onProgress?.(1)
      return step.value
    }
    if (pace.now() - from < sliceMs) continue
    onProgress?.(step.value)
    await pace.yieldToEventLoop()
    from = pace.now()
  }
}
