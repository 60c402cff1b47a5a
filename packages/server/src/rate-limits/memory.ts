import type { Clock } from '../ports/clock/port.ts'
import { type BucketState, withoutToken } from './bucket.ts'
import { type RateLimiter, refusal, type Reservation, takeFromAll } from './limiter.ts'

const MAX_BUCKETS = 100_000

/** Buckets in memory, for limits that only spread load. */
export function memoryRateLimiter(clock: Clock): RateLimiter<Reservation> {
  const states = new Map<string, BucketState>()
  return {
    reserve(buckets) {
      const { waitMs, isLast, taken } = takeFromAll(buckets, (key) => states.get(key), clock.now())
      if (waitMs > 0) return refusal(waitMs)
      for (const { key, state } of taken) {
        // Deleted and inserted again, so that the map's first keys are the least recently used.
        states.delete(key)
        if (states.size >= MAX_BUCKETS) states.delete(states.keys().next().value ?? '')
        states.set(key, state)
      }
      return {
        retryAfter: 0,
        isLast,
        refund() {
          for (const { key, token } of taken) {
            const state = states.get(key)
            if (state) states.set(key, withoutToken(state, token))
          }
          return Promise.resolve()
        },
      }
    },
  }
}
