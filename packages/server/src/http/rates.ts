import type { Clock } from '../ports/clock/port.ts'

/** A bucket that holds `burst` and fills by `perHour` an hour. */
export interface Rate {
  readonly burst: number
  readonly perHour: number
}

const MAX_BUCKETS = 100_000

/** Finishing asks the provider, so nobody makes this server ask too often. */
const social: Rate = { burst: 60, perHour: 240 }

/** Calls that cost more than usual or write without a session; per network address, beside the general rate. */
export const rates: Readonly<Record<string, Rate>> = {
  general: { burst: 400, perHour: 20 * 3_600 },
  'auth.login': { burst: 100, perHour: 400 },
  'auth.register': { burst: 60, perHour: 60 },
  'auth.forgetPassword': { burst: 30, perHour: 30 },
  'auth.passwordToken': { burst: 60, perHour: 120 },
  'auth.resetPassword': { burst: 30, perHour: 60 },
  'auth.guestLogin': { burst: 60, perHour: 120 },
  'auth.upgradeGuest': { burst: 30, perHour: 60 },
  'auth.exchangeDesktop': { burst: 30, perHour: 60 },
  'auth.startGoogle': social,
  'auth.startOffice': social,
  'auth.startFacebook': social,
  'auth.startApple': social,
  'auth.finishGoogle': social,
  'auth.finishOffice': social,
  'auth.finishFacebook': social,
  'auth.finishApple': social,
  'user.sendEmailCode': { burst: 20, perHour: 30 },
  'user.sendDeleteCode': { burst: 20, perHour: 30 },
  'user.sendFeedback': { burst: 10, perHour: 20 },
  'user.log': { burst: 60, perHour: 600 },
  'space.create': { burst: 120, perHour: 240 },
  'space.invite': { burst: 60, perHour: 120 },
  'space.inviteToVoice': { burst: 60, perHour: 120 },
  'space.inviteInfo': { burst: 120, perHour: 600 },
  'space.acceptInvite': { burst: 60, perHour: 240 },
  'space.requestAccess': { burst: 30, perHour: 60 },
}

export interface RateLimiter {
  /** Takes one; answers 0, or the seconds until there is one again. */
  take(key: string, rate: Rate): number
}

interface Bucket {
  level: number
  at: number
}

export function createRateLimiter(clock: Clock): RateLimiter {
  const buckets = new Map<string, Bucket>()
  return {
    take(key, { burst, perHour }) {
      const now = clock.now()
      const perMs = perHour / 3_600_000
      const bucket = buckets.get(key) ?? { level: burst, at: now }
      const level = Math.min(burst, bucket.level + (now - bucket.at) * perMs)
      // Taken out and put back, so that the map's first keys are the ones not seen for longest.
      buckets.delete(key)
      if (buckets.size >= MAX_BUCKETS) buckets.delete(buckets.keys().next().value ?? '')
      buckets.set(key, { level: level < 1 ? level : level - 1, at: now })
      return level < 1 ? Math.ceil((1 - level) / perMs / 1_000) : 0
    },
  }
}
