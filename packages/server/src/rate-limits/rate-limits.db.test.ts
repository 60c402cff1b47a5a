import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { Database } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { manualClock } from '../ports/clock/manual.ts'
import { systemClock } from '../ports/clock/system-clock.ts'
import { engineNames, testEngine } from '../testing/databases.ts'
import type { Bucket } from './bucket.ts'
import type { RateLimiter, Reservation, StoredRateLimiter } from './limiter.ts'
import { memoryRateLimiter } from './memory.ts'
import { storedRateLimiter } from './stored.ts'

const MINUTE = 60_000
const HOUR = 3_600_000

const three: Bucket = { key: 'three', limit: { burst: 3, perHour: 60 } }
const growing: Bucket = { key: 'growing', limit: { burst: 2, perHour: 60, longestWaitMs: 5 * MINUTE } }

/** What holds wherever the buckets are kept. */
describe.each(['memory', ...engineNames] as const)('a rate limiter in %s', (where) => {
  let clock: ReturnType<typeof manualClock>
  let limiter: RateLimiter<Reservation | Promise<Reservation>>
  let db: Database
  let dispose = () => Promise.resolve()

  beforeAll(async () => {
    if (where === 'memory') return
    const place = await testEngine(where)
    await migrate(place.engine, migrations, 1)
    db = new Database(place.engine, systemClock)
    dispose = place.dispose
  })
  beforeEach(async () => {
    clock = manualClock()
    limiter = where === 'memory' ? memoryRateLimiter(clock) : storedRateLimiter(db, clock)
    if (where !== 'memory') await db.sql.deleteFrom('rate_limits').execute()
  })
  afterAll(() => dispose())

  const waits = async (...buckets: Bucket[]) => (await limiter.reserve(buckets)).retryAfter

  it('allows a burst at once, and then one at a time as the bucket refills', async () => {
    expect([await waits(three), await waits(three), await waits(three), await waits(three)]).toEqual([
      0, 0, 0, 60,
    ])
    clock.advance(45_000)
    expect(await waits(three)).toBe(15)
    clock.advance(15_000)
    expect([await waits(three), await waits(three)]).toEqual([0, 60])
    clock.advance(HOUR)
    expect([await waits(three), await waits(three), await waits(three), await waits(three)]).toEqual([
      0, 0, 0, 60,
    ])
  })

  it('allows as many of forty concurrent calls as the bucket holds, and no more', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, async () => limiter.reserve([three])))
    expect(all.filter(({ retryAfter }) => retryAfter === 0)).toHaveLength(3)
    expect(all.filter(({ isLast }) => isLast)).toHaveLength(1)
  })

  it('doubles the delay while the bucket stays empty, up to a maximum', async () => {
    expect(await waits(growing)).toBe(0)
    const seen: number[] = []
    for (let at = 0; at < 5; at += 1) {
      expect(await waits(growing)).toBe(0)
      const wait = await waits(growing)
      seen.push(wait)
      clock.advance(wait * 1_000)
    }
    expect(seen).toEqual([60, 120, 240, 300, 300])
    clock.advance(HOUR)
    expect([await waits(growing), await waits(growing), await waits(growing)]).toEqual([0, 0, 60])
  })

  it('takes from all buckets or from none', async () => {
    const one: Bucket = { key: 'one', limit: { burst: 1, perHour: 60 } }
    expect([await waits(three, one), await waits(three, one), await waits(three, one)]).toEqual([0, 60, 60])
    expect([await waits(three), await waits(three), await waits(three)]).toEqual([0, 0, 60])
  })

  it('refunds calls that do not count, and the delay that they caused', async () => {
    await waits(growing)
    const last = await limiter.reserve([growing])
    expect([last.isLast, await waits(growing)]).toEqual([true, 60])
    await last.refund()
    expect([await waits(growing), await waits(growing)]).toEqual([0, 60])
  })
})

describe.each(engineNames)('a stored rate limiter on %s', (engine) => {
  it('counts across processes', async () => {
    const place = await testEngine(engine)
    await migrate(place.engine, migrations, 1)
    const clock = manualClock()
    const processes: StoredRateLimiter[] = Array.from({ length: 4 }, () =>
      storedRateLimiter(new Database(place.engine, systemClock), clock),
    )
    const bucket: Bucket = { key: 'shared', limit: { burst: 7, perHour: 60 } }
    const other: Bucket = { key: 'other', limit: { burst: 100, perHour: 60 } }
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        processes[at % 4]!.reserve(at % 2 === 0 ? [bucket, other] : [other, bucket]),
      ),
    )
    expect(all.filter(({ retryAfter }) => retryAfter === 0)).toHaveLength(7)
    await processes[0]!.clear([bucket])
    expect((await processes[1]!.reserve([bucket])).retryAfter).toBe(0)
    await place.dispose()
  })
})
