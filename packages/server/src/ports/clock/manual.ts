import type { Clock } from './port.ts'
import { systemClock } from './system-clock.ts'

/** A clock that tests advance; it starts at a fixed time. */
export interface ManualClock extends Clock {
  /** Moves time forward and runs due timers in order. */
  advance(ms: number): void
  /** The same for a process that stood still meanwhile: due timers run in order, but all of them at the end. */
  standStill(ms: number): void
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
  const findDue = (end: number): Timer | undefined =>
    [...waiting].filter((due) => due.at <= end).sort((a, b) => a.at - b.at)[0]
  return {
    now: () => nowMs,
    after,
    sleep: (delayMs) => new Promise((resolve) => after(delayMs, resolve)),
    nextTask: () => systemClock.nextTask(),
    advance(ms) {
      const end = nowMs + ms
      for (;;) {
        const next = findDue(end)
        if (!next) break
        waiting.delete(next)
        nowMs = next.at
        next.act()
      }
      nowMs = end
    },
    standStill(ms) {
      nowMs += ms
      for (let next = findDue(nowMs); next; next = findDue(nowMs)) {
        waiting.delete(next)
        next.act()
      }
    },
  }
}
