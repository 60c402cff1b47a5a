import type { Clock } from './dom/clock.ts'

export interface FakeClock extends Clock {
  /** Advances the time and runs due timers in order. */
  pass(ms: number): void
}

/** A clock for tests. */
export function fakeClock(startMs = 1_700_000_000_000): FakeClock {
  let nowMs = startMs
  let waiting: { at: number; callback: () => void }[] = []
  return {
    now: () => nowMs,
    after(delayMs, callback) {
      const entry = { at: nowMs + delayMs, callback }
      waiting.push(entry)
      return () => {
        waiting = waiting.filter((other) => other !== entry)
      }
    },
    pass(ms) {
      const until = nowMs + ms
      for (;;) {
        const due = waiting.filter((entry) => entry.at <= until).toSorted((a, b) => a.at - b.at)[0]
        if (!due) break
        waiting = waiting.filter((entry) => entry !== due)
        nowMs = due.at
        due.callback()
      }
      nowMs = until
    },
  }
}
