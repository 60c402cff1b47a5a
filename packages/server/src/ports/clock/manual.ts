import type { Clock } from './port.ts'
import { systemClock } from './system-clock.ts'

/** A clock that tests advance; it starts at a fixed time. */
export interface ManualClock extends Clock {
  /** Moves time forward and runs due timers in order. */
  advance(ms: number): void
}

interface Timer {
  readonly at: number
  readonly act: () => void
}

export function manualClock(startMs = Date.UTC(2026, 0, 5, 12)): ManualClock {
  let nowMs = startMs
  const waiting = new Set<Timer>()
  const after = (delayMs: number, act: () => void) => {
    const due = { at: nowMs + delayMs, act }
    waiting.add(due)
    return () => void waiting.delete(due)
  }
  return {
    now: () => nowMs,
    after,
    sleep: (delayMs) => new Promise((resolve) => after(delayMs, resolve)),
    nextTask: () => systemClock.nextTask(),
    advance(ms) {
      const end = nowMs + ms
      for (;;) {
        const next = [...waiting].filter((due) => due.at <= end).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        waiting.delete(next)
        nowMs = next.at
        next.act()
      }
      nowMs = end
    },
  }
}
