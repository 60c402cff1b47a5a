import type { Clock } from '../../ports/clock/port.ts'

export interface Throttled {
  /** There is work. */
  schedule(): void
  /** The work was done just now by somebody else: what comes next keeps its distance from it. */
  skip(): void
  stop(): void
  idle(): Promise<void>
}

export interface ThrottledWork {
  readonly clock: Clock
  readonly everyMs: () => number
  readonly act: () => Promise<void> | void
  /** What `act` throws: it runs from timers, where nobody else would catch it. */
  readonly failed: (error: unknown) => void
  /** Starts that need not keep their distance. */
  readonly burst?: number
}

/**
 * Runs `act` for work that arrives at any pace: never two at once, starts `everyMs()` apart in the long run, and at once
 * while it is quiet: up to `burst` starts need not keep their distance. What arrives during a run is seen by the next one.
 */
export function createThrottled({ clock, everyMs, act, failed, burst = 1 }: ThrottledWork): Throttled {
  let running: Promise<void> | null = null
  let wanted = false
  /** When the next start would be due, had all of them kept their distance. */
  let dueAt = Number.NEGATIVE_INFINITY
  let cancel: (() => void) | null = null
  let stopped = false

  function schedule(): void {
    if (stopped) return
    wanted = true
    if (running || cancel) return
    const every = everyMs()
    // Never longer than one distance: the system's clock may be set back.
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
    wanted = false
    const now = clock.now()
    const every = everyMs()
    dueAt = Math.min(Math.max(dueAt, now), now + burst * every) + every
    running = attempt().finally(() => {
      running = null
      if (wanted) schedule()
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
    wanted = false
    cancel?.()
    cancel = null
    dueAt = clock.now() + everyMs()
  }

  async function idle(): Promise<void> {
    while (running || wanted) {
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
      cancel?.()
    },
  }
}
