import type { Clock } from '../editor/clock.ts'

/** The browser's clock. Frame callbacks are paused while the page is hidden. */
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
