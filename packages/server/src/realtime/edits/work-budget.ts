import type { Clock } from '../../ports/clock/port.ts'
import type { RateLimiter, Reservation } from '../../rate-limits/limiter.ts'
import { memoryRateLimiter } from '../../rate-limits/memory.ts'
import { realtimeLimits } from '../realtime-limits.ts'

const limit = { burst: realtimeLimits.workBurst, perHour: realtimeLimits.workPerSecond * 3_600 }

/** Work units that each person can use on this process, refilled over time and shared by all their tabs. */
export class WorkBudgets {
  readonly #clock: Clock
  readonly #limiter: RateLimiter<Reservation>
  /** Work that waits, by person. */
  readonly #waiting = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
    this.#limiter = memoryRateLimiter(clock)
  }

  /** Charges work units; false and nothing charged when the budget is too low. */
  take(uid: string, units: number): boolean {
    return this.#take(uid, units, 0)
  }

  /** The same, returning the seconds until the budget suffices; 0: charged. */
  reserve(uid: string, units: number): number {
    return this.#reserve(uid, units, 0).retryAfter
  }

  /**
   * Charges work units as soon as the budget allows; false and nothing charged when that takes longer than
   * `workWait`, or when too much of the person's work waits already. Who does more than the budget allows is
   * slowed down, not refused: a page that is refused has to load the board again, which costs both sides
   * more than waiting.
   */
  async pay(uid: string, units: number): Promise<boolean> {
    if (this.take(uid, units)) return true
    const waiting = this.#waiting.get(uid) ?? 0
    if (waiting >= realtimeLimits.waitingWork) return false
    this.#waiting.set(uid, waiting + 1)
    try {
      return await this.#wait(uid, units)
    } finally {
      const left = (this.#waiting.get(uid) ?? 1) - 1
      if (left > 0) this.#waiting.set(uid, left)
      else this.#waiting.delete(uid)
    }
  }

  async #wait(uid: string, units: number): Promise<boolean> {
    const until = this.#clock.now() + realtimeLimits.workWait
    for (;;) {
      const waitMs = this.reserve(uid, units) * 1_000
      if (waitMs === 0) return true
      if (this.#clock.now() + waitMs > until) return false
      await new Promise<void>((resolve) => this.#clock.after(waitMs, resolve))
    }
  }

  /** For optional work: leaves half of the budget for the rest. */
  takeSpare(uid: string, units: number): boolean {
    return this.#take(uid, units, realtimeLimits.workBurst / 2)
  }

  #take(uid: string, units: number, spare: number): boolean {
    return this.#reserve(uid, units, spare).retryAfter === 0
  }

  #reserve(uid: string, units: number, spare: number): Reservation {
    return this.#limiter.reserve([{ key: uid, limit, tokens: getPrice(units), spare }])
  }
}

/** Whether the whole budget would suffice for this work. */
export function isAffordable(units: number): boolean {
  return getPrice(units) <= realtimeLimits.workBurst
}

/** An edit blocks all others of its board, so large ones cost more per unit. */
function getPrice(units: number): number {
  return units * (1 + units / realtimeLimits.workPriceDoubles)
}
