import type { Clock } from '../ports/clock/port.ts'
import { type BucketState, getCapacityMs, withoutToken } from './bucket.ts'
import { type RateLimiter, refusal, type Reservation, takeFromAll } from './limiter.ts'

const MAX_BUCKETS = 100_000

export interface MemoryRateLimiter extends RateLimiter<Reservation> {
  /** Time until the bucket is full again, ms; 0: it is. */
  getUsedMs(key: string): number
  /** Adds what was taken elsewhere; the bucket is at most empty afterwards. */
  addUsed(key: string, usedMs: number, capacityMs: number): void
}

/** Buckets in memory, for limits that only spread load. `onUsed` receives what is taken, and negative what is returned. */
export function memoryRateLimiter(
  clock: Clock,
  onUsed: (key: string, usedMs: number, capacityMs: number) => void = () => undefined,
): MemoryRateLimiter {
  const states = new Map<string, BucketState>()
  /** Deleted and inserted again, so that the map's first keys are the least recently used. */
  function set(key: string, state: BucketState): void {
    states.delete(key)
    if (states.size >= MAX_BUCKETS) states.delete(states.keys().next().value ?? '')
    states.set(key, state)
  }
  const getUsedMs = (key: string): number => Math.max(0, (states.get(key)?.fullAt ?? 0) - clock.now())
  return {
    getUsedMs,
    addUsed(key, usedMs, capacityMs) {
      const used = Math.min(Math.max(capacityMs, getUsedMs(key)), Math.max(0, getUsedMs(key) + usedMs))
      set(key, { fullAt: clock.now() + used, emptied: states.get(key)?.emptied ?? 0 })
    },
    reserve(buckets) {
      const { waitMs, isLast, taken } = takeFromAll(buckets, (key) => states.get(key), clock.now())
      if (waitMs > 0) return refusal(waitMs)
      const capacities = new Map(buckets.map(({ key, limit }) => [key, getCapacityMs(limit)]))
      const report = (sign: 1 | -1): void => {
        for (const { key, token } of taken) onUsed(key, sign * token.fullAt, capacities.get(key) ?? 0)
      }
      for (const { key, state } of taken) set(key, state)
      report(1)
      return {
        retryAfter: 0,
        isLast,
        refund() {
          for (const { key, token } of taken) {
            const state = states.get(key)
            if (state) states.set(key, withoutToken(state, token))
          }
          report(-1)
          return Promise.resolve()
        },
      }
    },
  }
}
