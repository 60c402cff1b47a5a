import { type Bucket, type BucketState, takeTokens, type Token } from './bucket.ts'
import type { Turns } from './turns.ts'

/** The tokens of each bucket, reserved before the work that they are for; or none of any. */
export interface Reservation {
  /** Seconds until it may be tried again; 0: reserved. */
  readonly retryAfter: number
  /** A bucket is empty now: the next try waits. */
  readonly isLast: boolean
  /** Gives the tokens back: it was no work that counts. */
  refund(): Promise<void>
}

/** One interface for calls, sockets and guessing; where the buckets are kept decides when it answers. */
export interface RateLimiter<Answer extends Reservation | Promise<Reservation>> {
  reserve(buckets: readonly Bucket[]): Answer
}

/** Buckets in the database: for limits that must hold across restarts and processes. */
export interface StoredRateLimiter extends RateLimiter<Promise<Reservation>> {
  /** Fills buckets up, as for somebody who has proved who they are. */
  clear(buckets: readonly Bucket[]): Promise<void>
}

export interface RateLimits {
  readonly memory: RateLimiter<Reservation>
  readonly stored: StoredRateLimiter
  readonly turns: Turns
}

/** A token that was taken from a bucket. */
export interface TakenToken {
  readonly key: string
  readonly state: BucketState
  readonly token: Token
}

/** The tokens of every bucket, or the longest wait and nothing taken. */
export function takeFromAll(
  buckets: readonly Bucket[],
  getState: (key: string) => BucketState | undefined,
  now: number,
): { readonly waitMs: number; readonly isLast: boolean; readonly taken: readonly TakenToken[] } {
  const taken: TakenToken[] = []
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
