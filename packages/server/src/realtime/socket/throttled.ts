import type { Clock } from '../../ports/clock/port.ts'

export interface Throttled {
  /** Requests a run. */
  schedule(): void
  /** The work was just done elsewhere; the next run keeps the interval from now. */
  skip(): void
  /** Drops what is requested and has not begun. */
  stop(): void
  /** Runs what is requested without waiting for the interval, and resolves when nothing is left to run. */
  idle(): Promise<void>
}

export interface ThrottledWork {
  readonly clock: Clock
  readonly everyMs: () => number
  readonly act: () => Promise<void> | void
  /** Receives errors of `act`, which runs from timers. */
  readonly failed: (error: unknown) => void
  /** Runs that may start without the interval. */
  readonly burst?: number
}

/**
 * Runs `act` on request: never concurrently, at least `everyMs()` apart on average, and immediately when
 * idle, with up to `burst` runs in succession. Requests during a run are covered by the next one.
 */
export function createThrottled({ clock, everyMs, act, failed, burst = 1 }: ThrottledWork): Throttled {
  let running: Promise<void> | null = null
  let isRequested = false
  /** When the next run would be due if all had kept the interval. */
  let dueAt = Number.NEGATIVE_INFINITY
  let cancel: (() => void) | null = null
  let stopped = false

  function schedule(): void {
    if (stopped) return
    isRequested = true
    if (running || cancel) return
    const every = everyMs()
    // At most one interval, in case the system clock was set back.
    const wait = Math.min(every, dueAt - (burst - 1) * every - clock.now())
    if (wait > 0) {
      cancel = clock.after(wait, () => {
        cancel = null
        start()
      })
    } else start()
  }

  function start(): void {
    if (stopped) return
    isRequested = false
    const now = clock.now()
    const every = everyMs()
    dueAt = Math.min(Math.max(dueAt, now), now + burst * every) + every
    running = attempt().finally(() => {
      running = null
      if (isRequested) schedule()
    })
  }

  async function attempt(): Promise<void> {
    try {
      await act()
    } catch (error) {
      failed(error)
    }
  }

  function skip(): void {
    isRequested = false
    cancel?.()
    cancel = null
    dueAt = clock.now() + everyMs()
  }

  async function idle(): Promise<void> {
    while (running || isRequested) {
      if (cancel) {
        cancel()
        cancel = null
        start()
      }
      await running
    }
  }

  return {
    schedule,
    skip,
    idle,
    stop() {
      stopped = true
      // Nothing will run any more, so that idling must not wait for it.
      isRequested = false
      cancel?.()
      cancel = null
    },
  }
}
