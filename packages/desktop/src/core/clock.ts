/** Injectable clock. */
export interface Clock {
  now(): number
  /** Runs once after the delay; returns a function that cancels it. */
  after(delayMs: number, run: () => void): () => void
}
