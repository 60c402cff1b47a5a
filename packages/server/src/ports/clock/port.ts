/** Time, injected so that tests control it. All times are UTC milliseconds since 1970. */
export interface Clock {
  now(): number
  /** Runs `act` once after `delayMs`; the returned function cancels it. Does not keep the process alive. */
  after(delayMs: number, act: () => void): () => void
  sleep(delayMs: number): Promise<void>
  /** Resolves in the next turn of the event loop, after what is queued now; independent of the clock. */
  nextTask(): Promise<void>
}
