import type { Clock } from '../../ports/clock/port.ts'
import { realtimeLimits } from '../realtime-limits.ts'

/**
 * The shortest interval of presence, common to all rooms of a process. A few people's cursors go out at once, which
 * costs a write to each of them per movement; with hundreds of such boards those writes are most of what the process
 * does. While it is busy the interval grows, so that several movements share a write, and edits never wait for them.
 */
export class PresencePace {
  readonly #clock: Clock
  readonly #getBusyShare: () => number
  #ms = 0
  #measuredAt: number

  /** `getBusyShare`: the part of the time since its last call in which the event loop was busy, from 0 to 1. */
  constructor(clock: Clock, getBusyShare: () => number) {
    this.#clock = clock
    this.#getBusyShare = getBusyShare
    this.#measuredAt = clock.now()
  }

  get ms(): number {
    const { paceEvery, paceLeastMs, paceMostMs, paceBusy, paceIdle } = realtimeLimits
    const now = this.#clock.now()
    if (now - this.#measuredAt < paceEvery && now >= this.#measuredAt) return this.#ms
    this.#measuredAt = now
    const busy = this.#getBusyShare()
    if (busy > paceBusy) this.#ms = Math.min(paceMostMs, Math.max(paceLeastMs, this.#ms * 1.5))
    else if (busy < paceIdle) this.#ms = this.#ms > paceLeastMs ? this.#ms / 1.25 : 0
    return this.#ms
  }
}
