import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../ports/clock/system-clock.ts'
import { person } from '../testing/as.ts'
import { testDatabase, testEngine } from '../testing/databases.ts'
import { testServer } from '../testing/test-server.ts'
import { DatabaseUnavailable } from './database-errors.ts'
import { openPostgres } from './postgres.ts'

describe('a full disk', () => {
  it('refuses writes, continues to read, and recovers by itself', async () => {
    const { engine, dispose } = await testEngine('sqlite')
    const run = (sql: string, ...parameters: unknown[]) => engine.write({ sql, parameters })
    await run('create table notes (id integer primary key, bytes blob) strict')
    await run('insert into notes (bytes) values (?)', new Uint8Array(10))
    const pages = (await run('pragma page_count')).rows as { page_count: number }[]
    await run(`pragma max_page_count = ${(pages[0]?.page_count ?? 0) + 2}`)

    const large = () => run('insert into notes (bytes) values (?)', new Uint8Array(100_000))
    await expect(large()).rejects.toMatchObject({ reason: 'full' })
    await expect(large()).rejects.toBeInstanceOf(DatabaseUnavailable)
    const batch = { sql: 'insert into notes (bytes) values (?)', parameters: [new Uint8Array(100_000)] }
    await expect(engine.batch([batch])).rejects.toMatchObject({ reason: 'full' })
    const count = async () =>
      (await engine.read({ sql: 'select count(*) as n from notes', parameters: [] })).rows
    expect(await count()).toEqual([{ n: 1 }])

    await run('pragma max_page_count = 100000')
    await large()
    expect(await count()).toEqual([{ n: 2 }])
    await dispose()
  })

  it('is answered as a server error, turns the health page red, and recovers', async () => {
    const server = await testServer()
    const ada = await person(server, 'Ada')
    const pages = await server.pragma('page_count')
    await server.pragma(`max_page_count = ${pages}`)
    const settings = JSON.stringify({ padding: 'x'.repeat(60_000) })
    const set = () =>
      fetch(`${server.url}/api/user/settings`, {
        method: 'POST',
        headers: { token: ada.token, 'content-type': 'application/json' },
        body: JSON.stringify({ settings }),
      })
    const refused = await set()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await refused.json()).toMatchObject({ code: 5000 })
    expect((await ada.call.user.settings()).settings).toBe('{}')
    await server.pragma('max_page_count = 1000000')
    expect((await ada.call.user.setSettings({ body: { settings } })).settings).toBe(settings)
    await server.stop()
  })
})

describe('a database server that restarts', () => {
  it('fails the running statements and nothing else', async () => {
    const place = await testDatabase('postgres')
    const lost: Error[] = []
    const engine = openPostgres({
      url: place.url ?? '',
      size: 3,
      clock: systemClock,
      onError: (error) => lost.push(error),
    })
    const one = () => engine.read({ sql: 'select 1 as one', parameters: [] })
    const session = await engine.begin()
    await session.run({ sql: 'select 1', parameters: [] })
    const killer = new pg.Client({ connectionString: place.url ?? '' })
    await killer.connect()
    await killer.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await killer.end()
    await expect(session.run({ sql: 'select 1', parameters: [] })).rejects.toMatchObject({ reason: 'away' })
    await session.rollback().catch(() => undefined)
    await expect.poll(() => one().then((result) => result.rows, String)).toEqual([{ one: 1 }])
    await engine.close()
    await place.dispose()
  })

  it('is reported as unavailable while nobody answers', async () => {
    const engine = openPostgres({
      url: 'postgres://tavla@127.0.0.1:9/none',
      size: 1,
      clock: systemClock,
      onError: () => undefined,
    })
    const asked = engine.read({ sql: 'select 1', parameters: [] })
    await expect(asked).rejects.toMatchObject({ reason: 'away' })
    await engine.close()
  })
})
