/** The shell's time; tests bring their own. */
export interface Clock {
  now(): number
  /** Calls once after the delay; returns what cancels it. */
  after(delayMs: number, run: () => void): () => void
}
