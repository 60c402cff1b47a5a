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
