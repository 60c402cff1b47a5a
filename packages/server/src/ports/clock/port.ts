/** Time, passed in so that tests own it. All times are milliseconds since 1970, UTC. */
export interface Clock {
  now(): number
  /** Runs `act` once after `delayMs`; the returned function calls it off. Never keeps the process alive. */
  after(delayMs: number, act: () => void): () => void
  sleep(delayMs: number): Promise<void>
  /** Resolves in the next turn of the event loop, after what waits for its turn now; takes no time by any clock. */
  nextTask(): Promise<void>
}
