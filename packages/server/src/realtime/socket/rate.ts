import type { Clock } from '../../ports/clock/port.ts'
import { takeTokens, type BucketState } from '../../rate-limits/bucket.ts'

/** A token bucket for one socket: `burst` at once and `perSecond` on average. True: taken. */
export function createRate(burst: number, perSecond: number, clock: Clock): () => boolean {
  const bucket = { key: '', limit: { burst, perHour: perSecond * 3_600 } }
  let state: BucketState | undefined
  return () => {
    const outcome = takeTokens(state, bucket, clock.now())
    if (outcome.ok) state = outcome.state
    return outcome.ok
  }
}
