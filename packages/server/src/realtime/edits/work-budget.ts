import type { Clock } from '../../ports/clock/port.ts'
import type { RateLimiter, Reservation } from '../../rate-limits/limiter.ts'
import { memoryRateLimiter } from '../../rate-limits/memory.ts'
import { realtimeLimits } from '../realtime-limits.ts'

const limit = { burst: realtimeLimits.workBurst, perHour: realtimeLimits.workPerSecond * 3_600 }

/** What each person may ask of this process: units of work, refilled over time and shared by all tabs of the person. */
export class WorkBudgets {
  readonly #limiter: RateLimiter<Reservation>

  constructor(clock: Clock) {
    this.#limiter = memoryRateLimiter(clock)
  }

  /** Takes the price of this much work; false when it is not there, and nothing is taken. */
  take(uid: string, units: number): boolean {
    return this.#take(uid, units, 0)
  }

  /** The same, as the seconds until it is there; 0: it is taken. */
  reserve(uid: string, units: number): number {
    return this.#reserve(uid, units, 0).retryAfter
  }

  /** For work that may be left out: half of the budget stays for the rest. */
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

/** Could this much work ever be paid for? */
export function isAffordable(units: number): boolean {
  return getPrice(units) <= realtimeLimits.workBurst
}

/** One edit holds up all others of its board, and the longer it does, the more a unit of it costs. */
function getPrice(units: number): number {
  return units * (1 + units / realtimeLimits.workPriceDoubles)
}
