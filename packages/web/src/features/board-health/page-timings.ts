/** The page measures what happened during this time, ms. */
const WINDOW_MS = 60_000
/** Older values are dropped beyond this number, so that a page that hangs does not collect them without end. */
const MAX_VALUES = 5_000

/** How the page responded during the last minute. A value is null in browsers that do not measure it. */
export interface RecentTimings {
  /** Number of frames that took longer than 50 ms. */
  readonly longFrames: number | null
  readonly longestFrameMs: number | null
  /** The longest time between an input and its handling; 0 if every one was handled within 16 ms. */
  readonly longestInputDelayMs: number | null
}

/** Reports each entry of a type until the returned function is called; null if the browser has no such type. */
export type ObserveEntries = (
  type: string,
  listener: (entry: PerformanceEntry) => void,
) => (() => void) | null

/** Measures the page's responsiveness. */
export class PageTimings {
  readonly #now: () => number
  readonly #frames: RecentValues | null
  readonly #inputDelays: RecentValues | null
  readonly #stops: (() => void)[] = []

  constructor(observe: ObserveEntries, now: () => number) {
    this.#now = now
    // Chromium's newer entries include rendering; long tasks do not.
    this.#frames =
      this.#collect(observe, 'long-animation-frame', ({ duration }) => duration) ??
      this.#collect(observe, 'longtask', ({ duration }) => duration)
    this.#inputDelays = this.#collect(
      observe,
      'event',
      (entry) => (entry as PerformanceEventTiming).processingStart - entry.startTime,
    )
  }

  getRecent(): RecentTimings {
    const frames = this.#frames?.list() ?? null
    const delays = this.#inputDelays?.list() ?? null
    return {
      longFrames: frames && frames.length,
      longestFrameMs: frames && Math.max(0, ...frames),
      longestInputDelayMs: delays && Math.max(0, ...delays),
    }
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop()
  }

  #collect(
    observe: ObserveEntries,
    type: string,
    getMs: (entry: PerformanceEntry) => number,
  ): RecentValues | null {
    const values = new RecentValues(this.#now)
    const stop = observe(type, (entry) => values.add(getMs(entry)))
    if (!stop) return null
    this.#stops.push(stop)
    return values
  }
}

class RecentValues {
  readonly #now: () => number
  #values: { readonly at: number; readonly ms: number }[] = []

  constructor(now: () => number) {
    this.#now = now
  }

  add(ms: number): void {
    this.#values.push({ at: this.#now(), ms })
    if (this.#values.length > MAX_VALUES) this.#values = this.#values.slice(MAX_VALUES / 2)
  }

  list(): number[] {
    const since = this.#now() - WINDOW_MS
    this.#values = this.#values.filter(({ at }) => at >= since)
    return this.#values.map(({ ms }) => ms)
  }
}

/** Events shorter than this are not reported; the shortest that browsers allow, ms. */
const EVENT_MS = 16

export const observeEntries: ObserveEntries = (type, listener) => {
  if (typeof PerformanceObserver !== 'function' || !PerformanceObserver.supportedEntryTypes.includes(type))
    return null
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(listener))
  observer.observe({ type, ...(type === 'event' && { durationThreshold: EVENT_MS }) })
  return () => observer.disconnect()
}
