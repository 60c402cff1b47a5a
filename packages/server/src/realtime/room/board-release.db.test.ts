import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ManualClock, manualClock } from '../../ports/clock/manual.ts'
import { type Leases, startLeases } from '../journal/lease.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import { type LiveServer, liveServer } from '../testing/live-server.ts'
import { addSpace } from '../testing/space-rows.ts'
import { Tab } from '../testing/tab.ts'

let clock: ManualClock
let server: LiveServer
/** Its clock stands still, so that the first process never counts as dead. */
let other: Leases

beforeEach(async () => {
  clock = manualClock()
  server = await liveServer({ clock })
  await addSpace(server.db, { wid: 'w', owner: 'ada' })
  const ids = ['other', 'unused']
  const newId = (): string => ids.shift() ?? ''
  other = await startLeases({
    ...{ db: server.db, clock: manualClock(), newId, name: null, secretCheck: '', alone: false },
    onLost: () => undefined,
  })
})
afterEach(async () => {
  await other.release()
  await server.stop()
})

const take = () => other.take('w', 'unused')

/** Ada draws and leaves; resolves when the room has noticed. */
async function drawAndLeave(): Promise<void> {
  const ada = await Tab.open(server, 'ada', 'w')
  await ada.put('a1')
  expect(await take()).toBe('elsewhere')
  ada.leave()
  await expect.poll(async () => (await server.realtime.push.listOnline(['w'])).get('w')).toEqual([])
}

test('another process takes a board as soon as its room has closed', async () => {
  await drawAndLeave()
  clock.advance(realtimeLimits.roomIdle)
  await expect.poll(take).toMatchObject({ head: 2 })
})

test('a lease that cannot be released when the room closes is released later', async () => {
  await drawAndLeave()
  await sql`create trigger away before update of owner on boards when new.owner = ''
    begin select raise(abort, 'away'); end`.execute(server.db.sql)
  clock.advance(realtimeLimits.roomIdle)
  await expect.poll(() => server.errors).toContainEqual(expect.stringContaining('could not be released'))
  expect(await take()).toBe('elsewhere')
  await sql`drop trigger away`.execute(server.db.sql)
  clock.advance(realtimeLimits.accessCleanup)
  await expect.poll(take).toMatchObject({ head: 2 })
})
