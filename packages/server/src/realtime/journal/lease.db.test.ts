import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../db/database.ts'
import { claimNodeName } from '../../db/node-name.ts'
import { openDatabase } from '../../db/open.ts'
import { type ManualClock, manualClock } from '../../ports/clock/manual.ts'
import { systemClock } from '../../ports/clock/system-clock.ts'
import { systemRandom } from '../../ports/random/system-random.ts'
import { engineNames, type TestDatabase, testDatabase } from '../../testing/databases.ts'
import { type Leases, startLeases } from './lease.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import { addSpace } from '../testing/space-rows.ts'

const silent = { onFatal: () => undefined, onError: () => undefined }

describe.each(engineNames)('the lease of a process on %s', (engine) => {
  let place: TestDatabase
  let db: Database
  let clock: ManualClock
  let ids = 0
  /** Ids of processes whose lease was lost, in that order. */
  let lost: string[]
  /** Those that were live again. */
  let regained: string[]

  beforeEach(async () => {
    place = await testDatabase(engine, { isMigrated: true })
    db = await openDatabase({ ...place, clock: systemClock, ...silent })
    clock = manualClock()
    lost = []
    regained = []
    await addSpace(db, { wid: 'w', owner: 'u' })
  })
  afterEach(async () => {
    await db.close()
    await place.dispose()
  })

  function start(name: string | null, on: Pick<Database, 'sql' | 'transaction'> = db): Promise<Leases> {
    const label = `process ${(ids += 1)}`
    const newId = () => `n${(ids += 1)}`
    const options = { db: on as Database, clock, newId, name, secretCheck: '', alone: false }
    return startLeases({
      ...options,
      onLost: () => void lost.push(label),
      onRegained: () => void regained.push(label),
    })
  }
  const getFence = async (taken: Promise<unknown>) => (await taken) as { fence?: number } | string
  const owners = async () => (await db.sql.selectFrom('nodes').select('id').execute()).length

  it('returns its boards at once to the next start with its name, with a higher fence', async () => {
    const killed = await start('machine')
    expect(await getFence(killed.take('w', 'e'))).toMatchObject({ fence: 1 })
    const stranger = await start('other')
    expect(await stranger.take('w', 'e')).toBe('elsewhere')
    const again = await start('machine')
    expect(await getFence(again.take('w', 'e'))).toMatchObject({ fence: 2 })
  })

  it('also returns boards that were being rewritten', async () => {
    const killed = await start('machine')
    await killed.take('w', 'e')
    await killed.hold('w', 'held')
    const again = await start('machine')
    expect(await getFence(again.take('w', 'e'))).toMatchObject({ fence: 3 })
  })

  it('keeps the boards of a process without a name until it expires', async () => {
    const killed = await start(null)
    await killed.take('w', 'e')
    const again = await start(null)
    expect(await again.take('w', 'e')).toBe('elsewhere')
    await db.sql.updateTable('nodes').set({ alive_until: 0 }).execute()
    expect(await getFence(again.take('w', 'e'))).toMatchObject({ fence: 2 })
  })

  it('ends if another process uses its name: it says so, and continues without one', async () => {
    const first = await start('copied')
    await first.take('w', 'e')
    const second = await start('copied')
    await second.take('w', 'e')
    clock.advance(realtimeLimits.leaseRenewEvery)
    await expect.poll(() => lost).toEqual([expect.stringContaining('process')])
    await expect.poll(owners).toBe(2)
    await expect.poll(() => regained).toEqual(lost)
    expect(await first.take('w', 'e')).toBe('elsewhere')
    clock.advance(realtimeLimits.leaseRenewEvery)
    await second.release()
    expect(await getFence(first.take('w', 'e'))).toMatchObject({ fence: 3 })
    expect([lost.length, regained.length]).toEqual([1, 1])
  })

  it('survives a standstill of its process, but not of the database', async () => {
    const slow = await start('slow')
    await slow.take('w', 'e')
    const fence = async () => (await db.sql.selectFrom('boards').select('fence').executeTakeFirst())?.fence
    clock.standStill(realtimeLimits.leaseFor * 3)
    expect(slow.isHeld()).toBe(false)
    await expect.poll(() => slow.isHeld()).toBe(true)
    expect([lost, await fence()]).toEqual([[], 1])
    // The others may have deleted what it had shared.
    expect(regained).toHaveLength(1)
    const stranger = await start('other')
    expect(await stranger.take('w', 'e')).toBe('elsewhere')
    await stranger.release()

    const broken = new Proxy(db.sql, {
      get: (target, name) =>
        name === 'updateTable'
          ? () => {
              throw new Error('away')
            }
          : (Reflect.get(target, name, target) as unknown),
    })
    const cut = await start('cut', { sql: broken, transaction: (work) => db.transaction(work) })
    clock.standStill(realtimeLimits.leaseFor * 3)
    await expect.poll(() => lost).toHaveLength(1)
    expect(cut.isHeld()).toBe(false)
    expect(regained).toHaveLength(1)
  })

  it('expires in time while the database is silent, and not before', async () => {
    let isSilent = false
    const never = new Promise<never>(() => undefined)
    const stillSql = new Proxy(db.sql, {
      get(target, name) {
        if (isSilent && name === 'updateTable')
          return () => ({ set: () => ({ where: () => ({ executeTakeFirstOrThrow: () => never }) }) })
        const value = Reflect.get(target, name, target) as unknown
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
    const act: Database['transaction'] = (work) => db.transaction(work)
    const leases = await start('still', { sql: stillSql, transaction: act })
    isSilent = true
    clock.advance(realtimeLimits.leaseFor - 1)
    expect([lost, leases.isHeld()]).toEqual([[], true])
    clock.advance(1)
    expect([lost.length, leases.isHeld()]).toEqual([1, false])
  })
})

describe('the name of a process', () => {
  it('belongs to one living process of a folder and stays the same', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tavla-name-'))
    const first = claimNodeName(folder, systemRandom)
    expect(first?.name).toMatch(/.{10}/)
    expect(claimNodeName(folder, systemRandom)).toBeNull()
    first?.release()
    const again = claimNodeName(folder, systemRandom)
    expect(again?.name).toBe(first?.name)
    again?.release()
    rmSync(folder, { recursive: true })
  })
})
