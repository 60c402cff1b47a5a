import type { Clock } from '../../ports/clock/port.ts'

/** A token bucket for one socket: `burst` at once and `perSecond` on average. True: taken. */
export function createRate(burst: number, perSecond: number, clock: Clock): () => boolean {
  const intervalMs = 1_000 / perSecond
  /** When the bucket is full again if nothing more is taken. */
  let fullAt = Number.NEGATIVE_INFINITY
  return () => {
    const now = clock.now()
    const next = Math.max(fullAt, now) + intervalMs
    if (next - now > burst * intervalMs) return false
    fullAt = next
    return true
  }
}
