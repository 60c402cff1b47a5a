/** Time, injected so that tests can advance it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs `act` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, callback: () => void): () => void
}

export const clock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}

export function sleep(delayMs: number, on: Clock = clock): Promise<void> {
  return new Promise((resolve) => on.after(delayMs, resolve))
}

/** A page that is never idle for this long runs the work anyway. */
const MAX_IDLE_WAIT_MS = 2_000

/** Runs work when the page has nothing else to do; the returned function cancels it. */
export function whenIdle(work: () => void): () => void {
  // Safari cannot tell when it is idle.
  if (typeof globalThis.requestIdleCallback !== 'function') return clock.after(0, work)
  const handle = requestIdleCallback(work, { timeout: MAX_IDLE_WAIT_MS })
  return () => cancelIdleCallback(handle)
}
