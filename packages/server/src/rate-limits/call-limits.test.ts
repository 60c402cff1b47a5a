import { describe, expect, it } from 'vitest'
import { manualClock } from '../ports/clock/manual.ts'
import { callBuckets, networkBucket } from './call-limits.ts'
import { memoryRateLimiter } from './memory.ts'

const SECOND = 1_000
const HOUR = 3_600_000
const NETWORK = '192.0.2.1'

function start() {
  const clock = manualClock()
  const limiter = memoryRateLimiter(clock)
  /** As a call is counted: the seconds to wait, 0: it goes through. */
  const call = (name: string, uid: string | null = null): number =>
    Math.max(
      limiter.reserve([networkBucket(NETWORK)]).retryAfter,
      limiter.reserve(callBuckets(name, uid, NETWORK)).retryAfter,
    )
  return { clock, call }
}

describe('rate limits behind one IP address', () => {
  it('allow a class of a hundred to join as guests at once, each loading the invitation and the settings', () => {
    const { call } = start()
    for (let pupil = 0; pupil < 100; pupil += 1) {
      expect(call('auth.config')).toBe(0)
      expect(call('space.inviteInfo')).toBe(0)
      expect(call('auth.guestLogin')).toBe(0)
    }
  })

  it('allow an office of two thousand to register within a morning', () => {
    const { clock, call } = start()
    const began = clock.now()
    for (let registered = 0; registered < 2_000;) {
      const wait = call('auth.register')
      if (wait === 0) registered += 1
      else clock.advance(wait * SECOND)
    }
    expect(clock.now() - began).toBeLessThan(4 * HOUR)
  })

  it('allow two thousand open dashboards to refresh twice a minute, for an hour', () => {
    const { clock, call } = start()
    for (let second = 0; second < 3_600; second += 1) {
      for (let at = 0; at < 67; at += 1) expect(call('space.list', `u${(second * 67 + at) % 2_000}`)).toBe(0)
      clock.advance(SECOND)
    }
  })

  it('keep one person’s flood from affecting anybody else, signed in or not', () => {
    const { call } = start()
    let wait = 0
    for (let at = 0; at < 1_000; at += 1) wait = Math.max(wait, call('space.list', 'flooding'))
    expect(wait).toBeGreaterThan(0)
    expect(call('space.list', 'neighbour')).toBe(0)
    expect(call('auth.login')).toBe(0)
  })

  it('limit anonymous calls apart from signed-in ones', () => {
    const { call } = start()
    for (let at = 0; at < 5_000; at += 1) call('auth.config')
    expect(call('auth.config')).toBeGreaterThan(0)
    expect(call('space.list', 'neighbour')).toBe(0)
  })
})
