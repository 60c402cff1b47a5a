import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hasRedis, type RedisServer, startRedis } from '../../../../../tools/redis-process.ts'
import type { Database } from '../../db/database.ts'
import { openDatabase } from '../../db/open.ts'
import { type TestDatabase, testDatabase } from '../../testing/databases.ts'
import { type ManualClock, manualClock } from '../clock/manual.ts'
import { systemClock } from '../clock/system-clock.ts'
import type { NodeMessage, NodeMessages, WakeUp } from './port.ts'
import { postgresWakeUp } from './postgres-wake-up.ts'
import { redisWakeUp } from './redis-wake-up.ts'
import { openStoredMessages } from './stored-messages.ts'

let database: TestDatabase
let db: Database
let clock: ManualClock
let open: NodeMessages[]
let errors: unknown[]

beforeEach(async () => {
  database = await testDatabase('postgres', { isMigrated: true })
  const fail = (error: Error): void => void errors.push(error)
  db = await openDatabase({ ...database, clock: systemClock, onFatal: fail, onError: fail })
  clock = manualClock()
  open = []
  errors = []
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const messages of open) await messages.close()
  await db.close()
  await database.dispose()
})

/** A process, and the spaces that it heard of. */
async function process(node: string, wakeUp: WakeUp | null = null) {
  const onError = (error: unknown): void => void errors.push(error)
  const messages = await openStoredMessages({ db, clock, node, wakeUp, onError })
  open.push(messages)
  const received: string[] = []
  messages.subscribe((message) => void received.push(message.kind === 'access' ? message.wid : message.kind))
  const tell = (wid: string): void => messages.publish({ kind: 'access', wid })
  return { messages, received, tell }
}

/** Polls the value, each time after the interval of reading. */
const read = <T>(get: () => T) =>
  expect.poll(
    () => {
      clock.advance(1_000)
      return get()
    },
    { interval: 20 },
  )

test('messages arrive at the other processes in order, once, and not at their sender', async () => {
  const [a, b, c] = [await process('a'), await process('b'), await process('c')]
  const sent = Array.from({ length: 500 }, (_, index) => `w${index}`)
  for (const wid of sent) a.tell(wid)
  await read(() => b.received).toEqual(sent)
  b.tell('answer')
  await read(() => c.received).toEqual([...sent, 'answer'])
  await read(() => a.received).toEqual(['answer'])
  // Read again for a while, and then no longer.
  for (let second = 0; second < 20; second += 1) {
    clock.advance(1_000)
    await clock.nextTask()
  }
  expect([a.received.length, b.received.length, c.received.length]).toEqual([1, 500, 501])
})

test('a message whose transaction ends after a later one arrives, too', async () => {
  const [a, b] = [await process('a'), await process('b')]
  const client = new pg.Client({ connectionString: database.url ?? '' })
  await client.connect()
  const late: NodeMessage[] = [{ kind: 'access', wid: 'late' }]
  await client.query('begin')
  await client.query('insert into node_messages (node, sent_at, body) values ($1, $2, $3)', [
    ...['c', clock.now(), JSON.stringify(late)],
  ])
  a.tell('early')
  await read(() => b.received).toEqual(['early'])
  await client.query('commit')
  await read(() => b.received).toEqual(['early', 'late'])
  await client.end()
})

test('what could not be stored is stored later, and unknown kinds are passed over', async () => {
  const [a, b] = [await process('a'), await process('b')]
  const batch = vi.spyOn(db, 'batch').mockRejectedValueOnce(new Error('away'))
  a.tell('one')
  a.tell('two')
  await expect.poll(() => errors).toHaveLength(1)
  expect(batch).toHaveBeenCalledTimes(1)
  const newer = {
    node: 'newer',
    sent_at: clock.now(),
    body: '[{"kind":"of tomorrow"},{"kind":"access","wid":"x"}]',
  }
  await db.sql.insertInto('node_messages').values(newer).execute()
  await read(() => b.received.toSorted()).toEqual(['one', 'two', 'x'])
})

/** Ends the connections that listen. */
async function endListening(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url ?? '' })
  await client.connect()
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`,
  )
  expect(rowCount).toBe(2)
  await client.end()
}

test('messages are deleted after minutes, and who could not read for long hears of it', async () => {
  const [a, b] = [await process('a'), await process('b')]
  const missed = vi.fn()
  b.messages.onMissed(missed)
  a.tell('one')
  await read(() => b.received).toEqual(['one'])
  expect(missed).not.toHaveBeenCalled()
  clock.advance(10 * 60_000)
  await read(() => missed).toHaveBeenCalled()
  await expect
    .poll(() => {
      clock.advance(60_000)
      return db.sql.selectFrom('node_messages').select('id').execute()
    })
    .toEqual([])
})

const ways = hasRedis() ? (['NOTIFY', 'Redis'] as const) : (['NOTIFY'] as const)

describe.each(ways)('processes that are woken by %s', (way) => {
  let redis: RedisServer | null
  beforeEach(async () => {
    redis = way === 'Redis' ? await startRedis() : null
  })
  afterEach(() => redis?.kill())

  const wakeUp = (): WakeUp =>
    redis ? redisWakeUp(redis.url, () => undefined) : postgresWakeUp(database.url ?? '', systemClock)

  test('read at once, also after the connection was lost', async () => {
    const [a, b] = [await process('a', wakeUp()), await process('b', wakeUp())]
    // The clock stands still, so nothing is read without being woken; what was sent before both are connected may be lost.
    const isReceived = async (wid: string): Promise<void> => {
      await expect
        .poll(
          () => {
            a.tell(wid)
            return b.received
          },
          { interval: 100 },
        )
        .toContain(wid)
    }
    await isReceived('one')
    if (redis) {
      await redis.kill()
      await redis.start()
    } else await endListening()
    await isReceived('two')
  })
})
