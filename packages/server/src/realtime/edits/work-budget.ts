import type { Clock } from '../../ports/clock/port.ts'
import type { RateLimiter, Reservation } from '../../rate-limits/limiter.ts'
import { memoryRateLimiter } from '../../rate-limits/memory.ts'
import { realtimeLimits } from '../realtime-limits.ts'

const limit = { burst: realtimeLimits.workBurst, perHour: realtimeLimits.workPerSecond * 3_600 }

/** Work units that each person can use on this process, refilled over time and shared by all their tabs. */
export class WorkBudgets {
  readonly #limiter: RateLimiter<Reservation>

  constructor(clock: Clock) {
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
