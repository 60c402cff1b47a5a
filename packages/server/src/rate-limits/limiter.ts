import { type Bucket, type BucketState, takeTokens, type Token } from './bucket.ts'
import type { WorkQueues } from './work-queues.ts'

/** Tokens reserved from all buckets of an attempt, or from none. */
export interface Reservation {
  /** Seconds until the next attempt; 0: reserved. */
  readonly retryAfter: number
  /** A bucket is empty now, so the next attempt has to wait. */
  readonly isLast: boolean
  /** Returns the tokens when the attempt does not count. */
  refund(): Promise<void>
}

/**
 * One interface for calls, sockets and password attempts; the storage of the buckets decides whether it is
 * asynchronous.
 */
export interface RateLimiter<Answer extends Reservation | Promise<Reservation>> {
  reserve(buckets: readonly Bucket[]): Answer
}

/** Buckets in the database, for limits that hold across restarts and processes. */
export interface StoredRateLimiter extends RateLimiter<Promise<Reservation>> {
  /** Refills buckets, after somebody has proved who they are. */
  clear(buckets: readonly Bucket[]): Promise<void>
}

export interface RateLimits {
  readonly memory: RateLimiter<Reservation>
  readonly stored: StoredRateLimiter
  readonly turns: WorkQueues
}

/** A token taken from a bucket. */
export interface ReservedToken {
  readonly key: string
  readonly state: BucketState
  readonly token: Token
}

/** Takes tokens from every bucket, or none and returns the longest wait. */
export function takeFromAll(
  buckets: readonly Bucket[],
  getState: (key: string) => BucketState | undefined,
  now: number,
): { readonly waitMs: number; readonly isLast: boolean; readonly taken: readonly ReservedToken[] } {
  const taken: ReservedToken[] = []
  let waitMs = 0
  let isLast = false
  for (const bucket of buckets) {
    const { key } = bucket
    const one = takeTokens(getState(key), bucket, now)
    if (!one.ok) waitMs = Math.max(waitMs, one.waitMs)
    else {
      isLast ||= one.isEmpty
      taken.push({ key, state: one.state, token: one.token })
    }
  }
  return { waitMs, isLast, taken: waitMs > 0 ? [] : taken }
}

export const refusal = (waitMs: number): Reservation => ({
  retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)),
  isLast: false,
  refund: () => Promise.resolve(),
})
