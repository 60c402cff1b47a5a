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

/** A page that has no pause for this long gets its work anyway. */
const MAX_IDLE_WAIT_MS = 2_000
/** While frames follow each other, each pause is shorter than a frame; a longer one says that nothing is being drawn. */
const FRAME_MS = 17

/**
 * Calls back when the page next has nothing to do and draws nothing. `isLong` says whether the pause is still long enough
 * for more work.
 */
export function afterPause(
  callback: (isLong: () => boolean) => void,
  latestMs = performance.now() + MAX_IDLE_WAIT_MS,
): void {
  // Safari cannot tell when it is idle.
  if (typeof globalThis.requestIdleCallback !== 'function')
    return void clock.after(0, () => callback(() => false))
  requestIdleCallback(
    (pause) => {
      const isLong = () => pause.timeRemaining() > FRAME_MS
      if (pause.didTimeout || isLong()) callback(isLong)
      else afterPause(callback, latestMs)
    },
    { timeout: Math.max(1, latestMs - performance.now()) },
  )
}
