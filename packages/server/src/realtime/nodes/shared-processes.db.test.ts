import type { ServerFrame } from '@tavla/contract/realtime'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasRedis, type RedisServer, startRedis } from '../../../../../tools/redis-process.ts'
import { type TestDatabase, testDatabase } from '../../testing/databases.ts'
import { call, newcomer, openTab, type Person, type RealServer, realServer } from '../testing/kill.ts'
import { Tab } from '../testing/tab.ts'

/** By `NOTIFY`, by Redis, and with a Redis that does not answer. */
const ways = hasRedis() ? (['NOTIFY', 'Redis', 'neither'] as const) : (['NOTIFY', 'neither'] as const)

describe.each(ways)('two processes, woken by %s', (way) => {
  let databases: TestDatabase[]
  let servers: RealServer[]
  let redis: RedisServer | null

  beforeAll(async () => {
    redis = way === 'Redis' ? await startRedis() : null
    databases = [await testDatabase('postgres', { isMigrated: true }), await testDatabase('sqlite')]
    const env = {
      DATABASE_URL: databases[0]?.url ?? '',
      SECRET: 'the secret that both processes have',
      REDIS_URL: redis?.url ?? (way === 'neither' ? 'redis://127.0.0.1:1' : ''),
    }
    servers = await Promise.all(databases.map(({ directory }) => realServer({ ...env, DATA_DIR: directory })))
  })
  afterAll(async () => {
    for (const server of servers) await server.kill()
    for (const database of databases) await database.dispose()
    await redis?.kill()
  })

  const url = (index: number): string => servers[index]?.url ?? ''

  /** A tab that has not joined anything. */
  async function greet(server: number, { token }: Person): Promise<Tab> {
    const tab = new Tab(`${url(server).replace('http', 'ws')}/api/live`, 'dashboard')
    const { ticket } = await call(url(server), 'POST', '/api/live/ticket', token, {})
    await tab.hello(String(ticket))
    return tab
  }

  test('a notification reaches the tabs that are connected to the other', async () => {
    const ada = await newcomer(url(0))
    const tab = await greet(1, ada)
    const notice = tab.next('notice')
    await call(url(0), 'POST', '/api/notify/read', ada.token, {})
    expect(await notice).toMatchObject({ notice: { read: null, unread: 0 } })
  })

  test('both together let through what a limit allows', async () => {
    const ada = await newcomer(url(0))
    const send = async (server: number): Promise<number> => {
      const answer = await fetch(`${url(server)}/api/feedback`, {
        method: 'POST',
        headers: { token: ada.token, 'content-type': 'application/json' },
        body: JSON.stringify({ content: 'Hello' }),
      })
      return answer.status
    }
    const first = await Promise.all(Array.from({ length: 12 }, () => send(0)))
    expect(first.filter((status) => status === 429)).toHaveLength(2)
    // Ten of its own would be let through.
    const statuses: number[] = []
    await expect
      .poll(
        async () => {
          statuses.push(await send(1))
          return statuses.at(-1)
        },
        { interval: 2_000, timeout: 17_000 },
      )
      .toBe(429)
    expect(statuses.length).toBeLessThan(10)
  })

  test('a board edited at one process is indexed again after the other has done so', async () => {
    const ada = await newcomer(url(0))
    const client = new pg.Client({ connectionString: databases[0]?.url ?? '' })
    await client.connect()
    const indexed = async (): Promise<number> => {
      const { rows } = await client.query<{ seq: string }>('select seq from board_looks where wid = $1', [
        ada.wid,
      ])
      return Number(rows[0]?.seq ?? 0)
    }
    const tab = await openTab(url(0), ada, 'here')
    const other = await openTab(url(1), ada, 'there')
    for (const id of ['a', 'b', 'c']) {
      const answer = await tab.put(id)
      const seq = answer.t === 'ack' ? answer.seq : -1
      await other.until(() => other.seq >= seq)
      await expect.poll(indexed, { interval: 200 }).toBe(seq)
    }
    for (const one of [tab, other]) one.cut()
    await client.end()
  })

  test('a dashboard sees who is on a board that the other has open, until that process dies', async () => {
    const ada = await newcomer(url(0))
    const dashboard = await greet(1, ada)
    const hears = (uids: readonly string[]): Promise<ServerFrame> =>
      dashboard.receive(
        (frame): frame is ServerFrame =>
          frame.t === 'online' &&
          JSON.stringify(frame.spaces.map((space) => space.uids)) === JSON.stringify([uids]),
      )
    const nobody = hears([])
    dashboard.send({ t: 'watch', wids: [ada.wid] })
    await nobody
    const came = hears([ada.uid])
    const tab = await openTab(url(0), ada, 'here')
    await came
    tab.send({ t: 'presence', page: 'page:1' } as never)
    const online = `/api/space/member/online?id=${ada.wid}`
    await expect
      .poll(() => call(url(1), 'GET', online, ada.token))
      .toMatchObject({ list: [{ uid: ada.uid, page: 'page:1' }] })
    const list = await call(url(1), 'GET', `/api/space/info?wid=${ada.wid}`, ada.token)
    expect(list).toMatchObject({ online: [ada.uid] })
    const left = hears([])
    tab.cut()
    await left
    const back = hears([ada.uid])
    await openTab(url(0), ada, 'again')
    await back
    const gone = hears([])
    await servers[0]?.kill()
    await gone
  })

  test('people of a process that died before the others began are deleted', async () => {
    const { wid } = await newcomer(url(1))
    const client = new pg.Client({ connectionString: databases[0]?.url ?? '' })
    await client.connect()
    await client.query("insert into online (node, wid, people) values ('n-dead', $1, '{}')", [wid])
    const count = async (): Promise<number | null> =>
      (await client.query('select 1 from online where wid = $1', [wid])).rowCount
    await expect.poll(count, { interval: 200, timeout: 10_000 }).toBe(0)
    await client.end()
  })
})
