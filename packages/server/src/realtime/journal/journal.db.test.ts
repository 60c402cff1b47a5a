import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../db/database.ts'
import { openDatabase } from '../../db/open.ts'
import { manualClock } from '../../ports/clock/manual.ts'
import { engineNames, type TestDatabase, testDatabase } from '../../testing/databases.ts'
import {
  appendToJournal,
  findTaken,
  getHighWater,
  type JournalEntry,
  readJournal,
  schemaNumber,
  getSchemaVersions,
} from './journal.ts'
import { type LeaseOptions, startLeases } from './lease.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import { addSpace } from '../testing/space-rows.ts'

const silent = { onFatal: () => undefined, onError: () => undefined }

describe.each(engineNames)('the journal on %s', (name) => {
  let place: TestDatabase
  let db: Database
  const clock = manualClock()
  const options: LeaseOptions = {
    get db() {
      return db
    },
    clock,
    newId: () => 'n1',
    name: null,
    secretCheck: '',
    alone: false,
    onLost: () => undefined,
  }
  /** Of a board that is at this number; its first chain hash is random. */
  const guardAt = async (seq: number) => ({
    wid: 'w',
    fence: 1,
    access: 1,
    chain: seq > 0 ? `c${seq}` : await chainNow(),
  })
  const chainNow = async () =>
    (await db.sql.selectFrom('boards').select('chain').executeTakeFirstOrThrow()).chain
  const entry = (seq: number, more: Partial<JournalEntry> = {}): JournalEntry => ({
    seq,
    time: 100 + seq,
    uid: 'u',
    tab: 't',
    counter: seq,
    schema: 1,
    bytes: new Uint8Array([seq & 255]),
    chain: `c${seq}`,
    ...more,
  })
  const head = async () => (await db.sql.selectFrom('boards').select('head').executeTakeFirstOrThrow()).head
  const journal = async () => {
    const entries: JournalEntry[] = []
    for await (const page of readJournal(db, 'w', 0)) entries.push(...page)
    return entries
  }

  beforeEach(async () => {
    place = await testDatabase(name, { isMigrated: true })
    db = await openDatabase({ ...place, clock, ...silent })
    await addSpace(db, { wid: 'w', owner: 'u' })
  })
  afterEach(async () => {
    await db.close()
    await place.dispose()
  })

  it('stores edits in order, completely, and knows what each tab has sent', async () => {
    const leases = await startLeases(options)
    const taken = { wid: 'w', epoch: 'e', head: 0, chain: expect.any(String), fence: 1, checkpoint: 0 }
    expect(await leases.take('w', 'e')).toEqual(taken)
    const many = Array.from({ length: 75 }, (_, index) => entry(index + 1))
    expect(await appendToJournal(db, await guardAt(0), many)).toBe('appended')
    expect(await appendToJournal(db, await guardAt(75), [entry(76, { tab: 't2', counter: 5 })])).toBe(
      'appended',
    )
    expect((await journal()).slice(74)).toEqual([entry(75), entry(76, { tab: 't2', counter: 5 })])
    expect([
      await head(),
      await getHighWater(db, 'w', 'u', 't'),
      await getHighWater(db, 'w', 'x', 't'),
    ]).toEqual([76, 75, 0])
    const name = { uid: 'u', tab: 't2' }
    expect(await findTaken(db, 'w', { ...name, counter: 5 })).toEqual({
      seq: 76,
      bytes: new Uint8Array([76]),
    })
    expect(await findTaken(db, 'w', { ...name, counter: 4 })).toBe(undefined)
    await leases.release()
  })

  it('reads a long journal page by page', async () => {
    await (await startLeases(options)).take('w', 'e')
    const count = realtimeLimits.journalPage + 3
    for (let seq = 1; seq <= count; seq += 500) {
      const some = Array.from({ length: Math.min(500, count - seq + 1) }, (_, index) => entry(seq + index))
      await appendToJournal(db, await guardAt(seq - 1), some)
    }
    const pages: number[] = []
    for await (const page of readJournal(db, 'w', 0)) pages.push(page.length)
    expect(pages).toEqual([realtimeLimits.journalPage, 3])
  })

  it('refuses an append with an old fence, at a wrong number, after a change of access and in the trash', async () => {
    const leases = await startLeases(options)
    await leases.take('w', 'e')
    const guard = await guardAt(0)
    expect(await appendToJournal(db, { ...guard, chain: 'another past' }, [entry(1)])).toBe('stale')
    expect(await appendToJournal(db, { ...guard, fence: 0 }, [entry(1)])).toBe('stale')
    expect(await appendToJournal(db, guard, [entry(2)])).toBe('stale')
    await db.sql.updateTable('spaces').set({ access_version: 2 }).execute()
    expect(await appendToJournal(db, guard, [entry(1)])).toBe('stale')
    await db.sql.updateTable('spaces').set({ access_version: 1, trashed_at: 5 }).execute()
    expect(await appendToJournal(db, guard, [entry(1)])).toBe('stale')
    expect([await head(), await journal()]).toEqual([0, []])
  })

  it('allows one living node to own a board; the next owner locks the previous one out', async () => {
    const first = await startLeases(options)
    const second = await startLeases({ ...options, newId: () => 'n2' })
    await first.take('w', 'e')
    expect(await second.take('w', 'other')).toBe('elsewhere')
    expect(await first.take('gone', 'e')).toBe('missing')
    clock.advance(realtimeLimits.leaseRenewEvery - 1)
    await db.sql.updateTable('nodes').set({ alive_until: clock.now() }).where('id', '=', 'n1').execute()
    expect(await second.take('w', 'other')).toEqual({
      wid: 'w',
      epoch: 'e',
      head: 0,
      chain: await chainNow(),
      fence: 2,
      checkpoint: 0,
    })
    const guard = await guardAt(0)
    expect(await appendToJournal(db, guard, [entry(1)])).toBe('stale')
    expect(await appendToJournal(db, { ...guard, fence: 2 }, [entry(1)])).toBe('appended')
    await second.release()
    expect(await first.take('w', 'e')).toMatchObject({ fence: 3, head: 1 })
    await first.release()
  })

  it('numbers schema versions once', async () => {
    const one = await schemaNumber(db, { rect: 1, text: 2 })
    expect(await schemaNumber(db, { text: 2, rect: 1 })).toBe(one)
    const two = await schemaNumber(db, { rect: 2, text: 2 })
    expect([await getSchemaVersions(db, one), await getSchemaVersions(db, two)]).toEqual([
      { rect: 1, text: 2 },
      { rect: 2, text: 2 },
    ])
  })
})
