import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPostgres } from './db/postgres.ts'
import { usualTimeouts } from './db/postgres-silence.ts'
import { enqueue } from './db/jobs.ts'
import { startWorker } from './jobs/worker.ts'
import { systemClock } from './ports/clock/system-clock.ts'
import { systemRandom } from './ports/random/system-random.ts'
import { Page } from './realtime/testing/test-page.ts'
import { rect } from './realtime/testing/tab.ts'
import { person, type Someone, createSpace } from './testing/as.ts'
import { type FaultyProxy, faultyProxy, type NetworkFault } from './testing/hostile/faulty-proxy.ts'
import { testDatabase } from './testing/databases.ts'
import { type TestServer, testServer } from './testing/test-server.ts'

/** As in operation, only sooner. */
const timeouts = { ...usualTimeouts, connect: 1_000, probeEvery: 50, probeEveryWhileAway: 50, probe: 1_000 }
const select = { sql: 'select 1 as one', parameters: [] }

describe('a PostgreSQL server that is silent without closing connections', () => {
  it('fails waiting calls, later ones at once, and recovers by itself', async () => {
    const place = await testDatabase('postgres')
    const proxy = await faultyProxy(place.url ?? '')
    const logged: string[] = []
    const engine = openPostgres({
      ...{ url: proxy.url, size: 3, clock: systemClock, timeouts },
      onError: () => undefined,
      onAway: () => logged.push('away'),
      onBack: () => logged.push('back'),
    })
    const session = await engine.begin()
    await session.run(select)
    proxy.break('freeze')
    // More than the pool holds, so that some wait for a connection.
    const waiting = [
      session.run(select),
      engine.batch([select]),
      ...Array.from({ length: 6 }, () => engine.read(select)),
    ]
    for (const outcome of await Promise.allSettled(waiting))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { reason: 'away' } })
    await session.rollback()
    await expect.poll(() => logged).toEqual(['away'])
    await expect(engine.write(select)).rejects.toMatchObject({ reason: 'away' })
    await expect(engine.begin()).rejects.toMatchObject({ reason: 'away' })
    proxy.restore()
    await expect.poll(() => logged).toEqual(['away', 'back'])
    expect((await engine.read(select)).rows).toEqual([{ one: 1 }])
    await engine.close()
    await proxy.close()
    await place.dispose()
  })
})

describe('a server whose PostgreSQL is unreachable', () => {
  let server: TestServer
  let proxy: FaultyProxy
  let ada: Someone
  const pages: Page[] = []

  beforeEach(async () => {
    server = await testServer({
      engine: 'postgres',
      databaseTimeouts: timeouts,
      async through(url) {
        proxy = await faultyProxy(url)
        return proxy.url
      },
    })
    ada = await person(server, 'Ada')
  })
  afterEach(async () => {
    for (const page of pages.splice(0)) page.leave()
    proxy.restore()
    await server.stop()
    await proxy.close()
  })

  const ask = (path: string) => fetch(`${server.url}${path}`, { headers: { token: ada.token } })
  const isReady = async () => (await ask('/readyz')).status
  async function pageOn(wid: string): Promise<Page> {
    const page = new Page({
      ...{ url: `${server.url.replace('http', 'ws')}/api/live`, wid, uid: ada.uid, name: 'ada' },
      ticket: async () => (await ada.call.space.liveTicket()).ticket,
      onNamed: () => undefined,
      onAnswer: () => undefined,
    })
    pages.push(page)
    await page.open()
    return page
  }
  const head = async () =>
    (await server.app.db.sql.selectFrom('boards').select('head').executeTakeFirstOrThrow()).head
  const isSaved = (page: Page) => page.until(() => page.replica.saveState.value === 'saved')

  it.each<NetworkFault>(['freeze', 'half-close', 'reset'])(
    'answers 503 during a %s, keeps edits waiting, and accepts them when it is over',
    async (fault) => {
      const wid = await createSpace(ada, 'Ideas')
      const page = await pageOn(wid)
      page.draw([{ op: 'put', record: rect('before') }], 'm1')
      await isSaved(page)
      const headBefore = await head()

      proxy.break(fault)
      page.draw([{ op: 'put', record: rect('during') }], 'm2')
      const refused = await ask('/api/space/list')
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await refused.json()).toMatchObject({ code: 5000 })
      await expect.poll(isReady).toBe(503)
      expect((await ask('/healthz')).status).toBe(200)
      await page.until(() => page.replica.saveState.value === 'not-saved')

      proxy.restore()
      await expect.poll(isReady).toBe(200)
      expect((await ask('/api/space/list')).status).toBe(200)
      await isSaved(page)
      expect(await head()).toBe(headBefore + 1)
    },
  )

  it('works over a slow connection', async () => {
    proxy.delay(20)
    expect((await ask('/api/space/list')).status).toBe(200)
    expect(await isReady()).toBe(200)
  })

  it('resumes jobs whose round was interrupted', async () => {
    const done = vi.fn(() => Promise.resolve())
    const worker = startWorker(server.app, { test: done }, [], { poll: false })
    await server.app.db.transaction((tx) =>
      enqueue(tx, systemRandom, { kind: 'test', key: 'a', payload: {}, runAt: 0 }),
    )
    proxy.break('freeze')
    await expect(worker.settle()).rejects.toThrow('cannot be reached')
    expect(done).not.toHaveBeenCalled()
    proxy.restore()
    await expect.poll(isReady).toBe(200)
    server.clock.advance(60_000)
    await worker.settle()
    expect(done).toHaveBeenCalledTimes(1)
  })

  it('logs a few lines about it, however many calls arrive', async () => {
    proxy.break('reset')
    await expect.poll(async () => (await ask('/api/space/list')).status).toBe(503)
    const complaints = () => server.log.filter((line) => !line.includes('"level":"debug"')).length
    const before = complaints()
    for (let at = 0; at < 100; at += 1) await ask('/api/space/list')
    expect(complaints() - before).toBeLessThan(5)
  })
})
