import type { Clock } from '../editor/clock.ts'

/** A clock that is advanced by the test; frames are 16 ms apart. */
export interface FakeClock extends Clock {
  /** Advances the time and runs due timers and frames in order. */
  tick(ms: number): void
}

const frameMs = 16

export function createFakeClock(): FakeClock {
  let nowMs = 1_000
  let order = 0
  const waiting = new Map<number, { readonly at: number; readonly run: (nowMs: number) => void }>()
  const wait = (at: number, run: (nowMs: number) => void): (() => void) => {
    const key = order++
    waiting.set(key, { at, run })
    return () => void waiting.delete(key)
  }
  const next = (until: number): number | undefined => {
    let first: number | undefined
    for (const [key, { at }] of waiting) {
      if (at <= until && (first === undefined || at < waiting.get(first)!.at)) first = key
    }
    return first
  }
  return {
    now: () => nowMs,
    frame: (run) => wait((Math.floor(nowMs / frameMs) + 1) * frameMs, run),
    after: (delayMs, run) => wait(nowMs + Math.max(0, delayMs), run),
    tick(ms) {
      const until = nowMs + ms
      for (let key = next(until); key !== undefined; key = next(until)) {
        const { at, run } = waiting.get(key)!
        waiting.delete(key)
        nowMs = Math.max(nowMs, at)
        run(nowMs)
      }
      nowMs = until
    },
  }
}
