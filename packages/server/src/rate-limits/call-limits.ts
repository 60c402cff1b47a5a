import { hashSecret } from '../secrets.ts'
import type { Bucket, RateLimit } from './bucket.ts'
import type { TurnLimit } from './turns.ts'

const MINUTE_MS = 60_000

/** Finishing asks the provider, so nobody makes this server ask too often. */
const social: RateLimit = { burst: 300, perHour: 1_200 }

/**
 * Calls that cost more than usual or write without a session, beside the limit of all calls. Signed-in calls count by
 * account; anonymous ones by network, where a class of 100 or an office of 2,000 may sit behind one address.
 */
export const callLimits: ReadonlyMap<string, RateLimit> = new Map(
  Object.entries({
    'auth.login': { burst: 300, perHour: 1_200 },
    'auth.register': { burst: 200, perHour: 900 },
    'auth.forgetPassword': { burst: 100, perHour: 300 },
    'auth.passwordToken': { burst: 200, perHour: 600 },
    'auth.resetPassword': { burst: 100, perHour: 300 },
    'auth.guestLogin': { burst: 200, perHour: 1_200 },
    'auth.upgradeGuest': { burst: 30, perHour: 60 },
    'auth.exchangeDesktop': { burst: 100, perHour: 600 },
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
    'user.report': { burst: 10, perHour: 20 },
    'admin.login': { burst: 60, perHour: 240 },
    'admin.testEmail': { burst: 20, perHour: 30 },
    'user.log': { burst: 60, perHour: 600 },
    'space.create': { burst: 120, perHour: 240 },
    'space.invite': { burst: 60, perHour: 120 },
    'space.inviteToVoice': { burst: 60, perHour: 120 },
    'space.inviteInfo': { burst: 300, perHour: 2_400 },
    'space.acceptInvite': { burst: 60, perHour: 240 },
    'subscription.create': { burst: 20, perHour: 60 },
    'subscription.change': { burst: 60, perHour: 240 },
    'subscription.card': { burst: 20, perHour: 60 },
    'space.requestAccess': { burst: 30, perHour: 60 },
  }),
)

/** Calls that read much; each account has few of them under way, and the others wait. */
export const costlyCalls: ReadonlySet<string> = new Set([
  'space.timeline',
  'space.keyframe',
  'space.keyframeChunks',
  'space.pastEdits',
  'space.versions',
  'space.list',
  'space.members',
  'space.groups',
  'space.accessRequests',
  'space.create',
  'space.duplicate',
  'subscription.payments',
  'user.notices',
])

/** Pages ask for a few at once and for the next when one is there; a dashboard asks for all pictures of its boards. */
export const turnLimits = {
  calls: { atOnce: 4, waiting: 100, longestWaitMs: 10_000 },
  pictures: { atOnce: 8, waiting: 500, longestWaitMs: 10_000 },
  archives: { atOnce: 2, waiting: 8, longestWaitMs: 10_000 },
} as const satisfies Record<string, TurnLimit>

/** Everything of an account in one file, each time anew. */
export const archiveBucket = (uid: string): Bucket => ({
  key: `archive ${uid}`,
  limit: { burst: 10, perHour: 30 },
})

/** All calls of one account, of those of one network who are not signed in, and of one network anyone who calls. */
export const requestLimits = {
  account: { burst: 400, perHour: 20 * 3_600 },
  anonymous: { burst: 2_000, perHour: 50 * 3_600 },
  network: { burst: 20_000, perHour: 1_000 * 3_600 },
} as const satisfies Record<string, RateLimit>

/**
 * Guesses and emails, kept in the database. What strangers use up never locks anybody out: waits end after 15 minutes,
 * and the limits that strangers share with an account's owner are passed over where the owner has been before.
 */
export const storedLimits = {
  /** Passwords of one address from one network, of one network for all addresses, and of one address from everywhere. */
  login: { burst: 10, perHour: 40, longestWaitMs: 15 * MINUTE_MS },
  loginNetwork: { burst: 300, perHour: 1_200 },
  loginEmail: { burst: 60, perHour: 240, longestWaitMs: 15 * MINUTE_MS },
  /** The present password of somebody who is signed in. */
  password: { burst: 5, perHour: 20, longestWaitMs: 15 * MINUTE_MS },
  /** Codes of the second factor of one account. */
  secondFactor: { burst: 5, perHour: 20, longestWaitMs: 15 * MINUTE_MS },
  /** Mailed codes that one account asks for, to one address; and to one address anyone who asks. */
  code: { burst: 5, perHour: 20, longestWaitMs: 15 * MINUTE_MS },
  codeEmail: { burst: 20, perHour: 20 },
  /** Reset links to one address, asked for from one network and from everywhere. */
  reset: { burst: 5, perHour: 20, longestWaitMs: 15 * MINUTE_MS },
  resetEmail: { burst: 20, perHour: 20 },
  /** Mailed invitations to one address, and from one space. */
  inviteEmail: { burst: 5, perHour: 20, longestWaitMs: 15 * MINUTE_MS },
  inviteSpace: { burst: 200, perHour: 800 },
} as const satisfies Record<string, RateLimit>

/** Keys hold no address in the clear. */
export const storedBucket = (name: keyof typeof storedLimits, ...parts: readonly string[]): Bucket => ({
  key: `${name}:${hashSecret(parts.join('\n'))}`,
  limit: storedLimits[name],
})

/** What a call takes from, beside the network's bucket: its caller's, or the network's for those who are not signed in. */
export function callBuckets(name: string, uid: string | null, network: string): readonly Bucket[] {
  const who = uid === null ? `network ${network}` : `account ${uid}`
  const limit = callLimits.get(name)
  const all = { key: who, limit: uid === null ? requestLimits.anonymous : requestLimits.account }
  return limit ? [all, { key: `${name} ${who}`, limit }] : [all]
}

export const networkBucket = (network: string): Bucket => ({
  key: `all ${network}`,
  limit: requestLimits.network,
})
