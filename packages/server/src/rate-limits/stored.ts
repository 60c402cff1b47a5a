import type { BatchQuery, Database } from '../db/database.ts'
import { BatchConflict, DuplicateRow, SerializationFailure } from '../db/database-errors.ts'
import type { Clock } from '../ports/clock/port.ts'
import type { Bucket, BucketState } from './bucket.ts'
import {
  refusal,
  type Reservation,
  type StoredRateLimiter,
  takeFromAll,
  type ReservedToken,
} from './limiter.ts'

/** Retries after conflicts with other processes; within one, attempts on a bucket are queued. */
const TRIES = 20

/** Reserves by compare-and-swap, in one batch for all buckets of an attempt. */
export function storedRateLimiter(db: Database, clock: Clock): StoredRateLimiter {
  const queued = createQueue()
  return {
    reserve(buckets) {
      const sorted = buckets.toSorted((a, b) => (a.key < b.key ? -1 : 1))
      return queued(
        sorted.map(({ key }) => key),
        () => reserve(db, sorted, clock.now()),
      )
    },
    async clear(buckets) {
      const keys = buckets.map(({ key }) => key)
      await db.sql.deleteFrom('rate_limits').where('key', 'in', keys).execute()
    },
  }
}

async function reserve(db: Database, buckets: readonly Bucket[], now: number): Promise<Reservation> {
  for (let attempt = 1; ; attempt += 1) {
    const known = await readStates(db, buckets)
    const { waitMs, isLast, taken: exact } = takeFromAll(buckets, (key) => known.get(key), now)
    if (waitMs > 0) return refusal(waitMs)
    const taken = exact.map(inWholeMs)
    try {
      await db.batch(taken.map(({ key, state }) => write(db, key, known.get(key), state)))
      return { retryAfter: 0, isLast, refund: () => refund(db, taken) }
    } catch (error) {
      if (!isLostRace(error) || attempt === TRIES) throw error
    }
  }
}

/** Rounded as stored. */
function inWholeMs({ key, state, token }: ReservedToken): ReservedToken {
  const more = Math.ceil(token.fullAt) - token.fullAt
  return {
    key,
    state: { ...state, fullAt: Math.round(state.fullAt + more) },
    token: { ...token, fullAt: token.fullAt + more },
  }
}

async function readStates(db: Database, buckets: readonly Bucket[]): Promise<Map<string, BucketState>> {
  const keys = buckets.map(({ key }) => key)
  const rows = await db.sql.selectFrom('rate_limits').selectAll().where('key', 'in', keys).execute()
  return new Map(rows.map(({ key, full_at, emptied }) => [key, { fullAt: full_at, emptied }]))
}

/** Fails the batch when somebody else has changed the bucket since it was read. */
function write(db: Database, key: string, known: BucketState | undefined, next: BucketState): BatchQuery {
  const row = { full_at: next.fullAt, emptied: next.emptied }
  if (!known) return { query: db.sql.insertInto('rate_limits').values({ key, ...row }), expectChanges: 1 }
  const same = db.sql
    .updateTable('rate_limits')
    .set(row)
    .where('key', '=', key)
    .where('full_at', '=', known.fullAt)
    .where('emptied', '=', known.emptied)
  return { query: same, expectChanges: 1 }
}

const isLostRace = (error: unknown): boolean =>
  error instanceof BatchConflict || error instanceof DuplicateRow || error instanceof SerializationFailure

async function refund(db: Database, taken: readonly ReservedToken[]): Promise<void> {
  await db.batch(
    taken.map(({ key, token }) => ({
      query: db.sql
        .updateTable('rate_limits')
        .set((eb) => ({
          full_at: eb('full_at', '-', token.fullAt),
          emptied: eb('emptied', '-', token.emptied),
        }))
        .where('key', '=', key)
        .where('emptied', '>=', token.emptied),
    })),
  )
}

/** Runs entries that share keys one after the other, in order; all keys of an entry are queued at once. */
function createQueue(): <T>(keys: readonly string[], act: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return async (keys, act) => {
    const before = keys.flatMap((key) => last.get(key) ?? [])
    const turn = Promise.allSettled(before).then(act)
    for (const key of keys) last.set(key, turn)
    try {
      return await turn
    } finally {
      for (const key of keys) if (last.get(key) === turn) last.delete(key)
    }
  }
}
