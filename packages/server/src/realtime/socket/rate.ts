import type { Clock } from '../../ports/clock/port.ts'
import { memoryRateLimiter } from '../../rate-limits/memory.ts'

/** A token bucket for one socket: `burst` at once and `perSecond` on average. True: taken. */
export function createRate(burst: number, perSecond: number, clock: Clock): () => boolean {
  const limiter = memoryRateLimiter(clock)
  const buckets = [{ key: '', limit: { burst, perHour: perSecond * 3_600 } }]
  return () => limiter.reserve(buckets).retryAfter === 0
}
