import type { Clock } from '../../platform/dom/clock.ts'
import { isSlow } from './advice.ts'
import type { BoardFigures } from './board-figures.ts'
import type { RecentTimings } from './page-timings.ts'

/** How often the page looks at its timings, ms: the time that they cover. */
const LOOK_MS = 60_000
/** More reports of one visit would say the same. */
const MAX_REPORTS = 3

export interface SlowReportsOptions {
  readonly clock: Clock
  readonly isAllowed: () => boolean
  readonly getTimings: () => RecentTimings
  readonly getPage: () => BoardFigures
  /** Properties of the device, without anything that identifies it. */
  readonly device: Readonly<Record<string, number>>
  readonly send: (log: string) => Promise<unknown>
}

/** Sends numbers about slow minutes, if the person allows it; never names, texts or ids. Returns how to stop. */
export function reportSlowMinutes(options: SlowReportsOptions): () => void {
  const { clock, isAllowed, getTimings, getPage, device, send } = options
  let sent = 0
  let cancel = (): void => undefined
  const look = (): void => {
    const timings = getTimings()
    if (isAllowed() && isSlow(timings)) {
      sent += 1
      send(JSON.stringify({ report: 'slow board', ...getPage(), ...timings, ...device })).catch(
        () => undefined,
      )
    }
    if (sent < MAX_REPORTS) cancel = clock.after(LOOK_MS, look)
  }
  cancel = clock.after(LOOK_MS, look)
  return () => cancel()
}
