import { hashSecret } from '../secrets.ts'
import type { Bucket, RateLimit } from './bucket.ts'
import type { QueueLimit } from './work-queues.ts'

const MINUTE_MS = 60_000

/** Finishing makes requests to the provider, so it is limited. */
const social: RateLimit = { burst: 300, perHour: 1_200 }

/**
 * Calls that are expensive or write without a session, in addition to the limit of all calls. Signed-in
 * calls count by account; anonymous ones by network, where a class of 100 or an office of 2,000 may share
 * one address.
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
    // Makes a request to another server.
    'space.linkPreview': { burst: 30, perHour: 240 },
    'space.requestAccess': { burst: 30, perHour: 60 },
  }),
)

/** Expensive reads: each account has a few in progress, and the others wait in a queue. */
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

/**
 * Pages request a few at once and the next when one arrives; a dashboard requests the thumbnails of all its
 * boards.
 */
export const queueLimits = {
  calls: { maxRunning: 4, waiting: 100, longestWaitMs: 10_000 },
  pictures: { maxRunning: 8, waiting: 500, longestWaitMs: 10_000 },
  archives: { maxRunning: 2, waiting: 8, longestWaitMs: 10_000 },
} as const satisfies Record<string, QueueLimit>

/** A data export, created anew each time. */
export const archiveBucket = (uid: string): Bucket => ({
  key: `archive ${uid}`,
  limit: { burst: 10, perHour: 30 },
})

/** All calls of one account, of a network's anonymous callers, and of a whole network. */
export const requestLimits = {
  account: { burst: 400, perHour: 20 * 3_600 },
  anonymous: { burst: 2_000, perHour: 50 * 3_600 },
  network: { burst: 20_000, perHour: 1_000 * 3_600 },
} as const satisfies Record<string, RateLimit>

/**
 * Password attempts and emails, stored in the database. Others can never lock an account out: waits end
 * after 15 minutes, and limits shared with strangers do not apply where the owner has signed in before.
 */
export const storedLimits = {
  /**
   * Passwords of one email from one network, of one network for all emails, and of one email from all
   * networks.
   */
  login: { burst: 10, perHour: 40, longestWaitMs: 15 * MINUTE_MS },
  loginNetwork: { burst: 300, perHour: 1_200 },
  loginEmail: { burst: 60, perHour: 240, longestWaitMs: 15 * MINUTE_MS },
  /** The current password of a signed-in person. */
  password: { burst: 5, perHour: 20, longestWaitMs: 15 * MINUTE_MS },
  /** Second-factor codes of one account. */
  secondFactor: { burst: 5, perHour: 20, longestWaitMs: 15 * MINUTE_MS },
  /** Emailed codes requested by one account, to one address, and by anyone to one address. */
  code: { burst: 5, perHour: 20, longestWaitMs: 15 * MINUTE_MS },
  codeEmail: { burst: 20, perHour: 20 },
  /** Reset emails to one address, from one network and from all networks. */
  reset: { burst: 5, perHour: 20, longestWaitMs: 15 * MINUTE_MS },
  resetEmail: { burst: 20, perHour: 20 },
  /** Email invites to one address, and from one space. */
  inviteEmail: { burst: 5, perHour: 20, longestWaitMs: 15 * MINUTE_MS },
  inviteSpace: { burst: 200, perHour: 800 },
} as const satisfies Record<string, RateLimit>

/** Keys are hashed and contain no address. */
export const storedBucket = (name: keyof typeof storedLimits, ...parts: readonly string[]): Bucket => ({
  key: `${name}:${hashSecret(parts.join('\n'))}`,
  limit: storedLimits[name],
})

/** The buckets of a call besides the network's: the caller's, or the network's for anonymous callers. */
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
