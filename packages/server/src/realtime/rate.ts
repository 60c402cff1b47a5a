import type { Clock } from '../ports/clock/port.ts'

/** A token bucket: `burst` at once, `perSecond` in the long run. */
export function createRate(burst: number, perSecond: number, clock: Clock): () => boolean {
  let left = burst
  let seenAt = clock.now()
  return () => {
    const now = clock.now()
    left = Math.min(burst, left + ((now - seenAt) * perSecond) / 1000)
    seenAt = now
    if (left < 1) return false
    left -= 1
    return true
  }
}
