import type { Clock } from '../editor/clock.ts'

/** The browser's clock. Frames come before pictures; a hidden page gets none, and nothing needs them there. */
export function domClock(): Clock {
  return {
    now: () => performance.now(),
    frame(run) {
      const handle = requestAnimationFrame(run)
      return () => cancelAnimationFrame(handle)
    },
    after(delayMs, run) {
      const handle = setTimeout(run, delayMs)
      return () => clearTimeout(handle)
    },
  }
}
