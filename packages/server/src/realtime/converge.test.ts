import { runFuzz, testSchemas } from '@tavla/canvas/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { systemClock } from '../ports/clock/system-clock.ts'
import { type TestDatabase, testDatabase } from '../testing/databases.ts'
import { FuzzedRoom } from './testing/fuzzed-room.ts'
import { addSpace } from './testing/space-rows.ts'

const seeds = Number(process.env['FUZZ_ROOM_SEEDS'] ?? 40)
const first = Number(process.env['FUZZ_ROOM_FIRST'] ?? 1)
const steps = 150
let place: TestDatabase
let db: Database

beforeAll(async () => {
  place = await testDatabase('sqlite')
  db = await openDatabase({
    ...place,
    clock: systemClock,
    onFatal: () => undefined,
    onError: () => undefined,
  })
})
afterAll(async () => {
  await db.close()
  await place.dispose()
})

/** What went wrong under this seed; undefined when everything held. */
async function run(seed: number, wid: string, damages = false): Promise<string | undefined> {
  await addSpace(db, { wid, owner: 'server' })
  const rooms: FuzzedRoom[] = []
  const createRoom = (random: () => number, now: () => number): FuzzedRoom => {
    const room = new FuzzedRoom(db, wid, random, now, damages)
    rooms.push(room)
    return room
  }
  try {
    await runFuzz({ seed, steps, schemas: testSchemas, createRoom })
    return undefined
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  } finally {
    for (const room of rooms) await room.end()
  }
}

test(`boards converge through the server's own room (${seeds} seeds)`, { timeout: 0 }, async () => {
  const failures = new Map<number, string>()
  for (let seed = first; seed < first + seeds; seed += 1) {
    const failure = await run(seed, `w${seed}`)
    if (failure !== undefined) failures.set(seed, failure)
  }
  expect(failures).toEqual(new Map())
})

test('a room that broadcasts less than it accepted is detected', { timeout: 0 }, async () => {
  const found = [await run(1, 'spoiled-1', true), await run(2, 'spoiled-2', true)]
  expect(found.join()).toContain('sees another board')
})
