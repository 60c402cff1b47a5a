import type { Clock } from '../../ports/clock/port.ts'
import { memoryRateLimiter } from '../../rate-limits/memory.ts'

/** One bucket for one socket: `burst` at once, `perSecond` in the long run. True: taken. */
export function createRate(burst: number, perSecond: number, clock: Clock): () => boolean {
  const limiter = memoryRateLimiter(clock)
  const buckets = [{ key: '', limit: { burst, perHour: perSecond * 3_600 } }]
  return () => limiter.reserve(buckets).retryAfter === 0
}
