import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { manualClock } from '../ports/clock/manual.ts'
import { systemClock } from '../ports/clock/system-clock.ts'
import { engineNames, type TestDatabase, testDatabase, testEngine } from '../testing/databases.ts'
import { Database } from './database.ts'
import type { Engine } from './database-engine.ts'
import { BatchConflict, DuplicateRow, StartRefused } from './database-errors.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

const silent = { onFatal: () => undefined, onError: () => undefined }

describe.each(engineNames)('the database on %s', (name) => {
  let place: TestDatabase
  let db: Database
  const open = () => openDatabase({ ...place, clock: systemClock, ...silent })
  const bucket = (key: string, emptied = 1) => ({ key, emptied, full_at: 5 })
  const keys = async () =>
    (await db.sql.selectFrom('rate_limits').select('key').orderBy('key').execute()).map((row) => row.key)

  beforeEach(async () => {
    place = await testDatabase(name)
    db = await open()
  })
  afterEach(async () => {
    await db.close()
    await place.dispose()
  })

  it('stores numbers beyond 32 bits, text and bytes unchanged', async () => {
    const row = {
      key_hash: 'k',
      request_hash: 'ö"\'',
      status: 200,
      created_at: Date.UTC(2100, 1),
      sealed: new Uint8Array([0, 255, 7]),
    }
    await db.sql.insertInto('answers').values(row).execute()
    const found = await db.sql.selectFrom('answers').selectAll().executeTakeFirstOrThrow()
    expect(found).toEqual(row)
    expect(found.sealed.constructor).toBe(Uint8Array)
    const sum = await db.sql
      .selectFrom('answers')
      .select((eb) => eb.fn.sum<number>('created_at').as('sum'))
      .executeTakeFirstOrThrow()
    expect(sum.sum).toBe(row.created_at)
  })

  it('commits a transaction completely or not at all', async () => {
    await db.transaction(async (tx) => {
      await tx.insertInto('rate_limits').values(bucket('a')).execute()
      await tx.insertInto('rate_limits').values(bucket('b')).execute()
    })
    const failing = db.transaction(async (tx) => {
      await tx.insertInto('rate_limits').values(bucket('c')).execute()
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await keys()).toEqual(['a', 'b'])
  })

  it('refuses the global handle inside a transaction instead of a deadlock', async () => {
    const failing = db.transaction(() => db.sql.selectFrom('rate_limits').selectAll().execute())
    await expect(failing).rejects.toThrow('global handle')
    await expect(db.transaction(() => db.transaction(() => Promise.resolve()))).rejects.toThrow(
      'inside a transaction',
    )
    expect(await keys()).toEqual([])
  })

  it('rolls back a transaction that waits for something else, so that others can write', async () => {
    await db.close()
    const clock = manualClock()
    const watched = new Database(await openEngine(place), clock)
    let began = () => {}
    const beginning = new Promise<void>((resolve) => (began = resolve))
    const stuck = watched.transaction(async (tx) => {
      await tx.insertInto('rate_limits').values(bucket('stuck')).execute()
      began()
      await new Promise(() => {})
    })
    await beginning
    clock.advance(250)
    await expect(stuck).rejects.toThrow('250 ms')
    await watched.sql.insertInto('rate_limits').values(bucket('free')).execute()
    expect(
      (await watched.sql.selectFrom('rate_limits').select('key').execute()).map(({ key }) => key),
    ).toEqual(['free'])
    await watched.close()
    db = await open()
  })

  it('reports a duplicate as such', async () => {
    await db.sql.insertInto('rate_limits').values(bucket('a')).execute()
    await expect(db.sql.insertInto('rate_limits').values(bucket('a')).execute()).rejects.toBeInstanceOf(
      DuplicateRow,
    )
  })

  it('applies a batch completely, or not at all if a row was not as expected', async () => {
    await db.batch([{ query: db.sql.insertInto('rate_limits').values(bucket('a')) }])
    const fenced = db.batch([
      { query: db.sql.insertInto('rate_limits').values(bucket('b')) },
      {
        query: db.sql.updateTable('rate_limits').set({ emptied: 9 }).where('key', '=', 'nobody'),
        expectChanges: 1,
      },
    ])
    await expect(fenced).rejects.toEqual(new BatchConflict(1))
    expect(await keys()).toEqual(['a'])
  })

  it('applies each of many batches at once, but for those that fail, and beside other writes', async () => {
    const insert = (key: string) => ({ query: db.sql.insertInto('rate_limits').values(bucket(key)) })
    const update = (key: string) => ({
      query: db.sql.updateTable('rate_limits').set({ emptied: 2 }).where('key', '=', key),
      expectChanges: 1,
    })
    const before = Array.from({ length: 150 }, (_, at) => db.batch([insert(`a${at}`)]))
    const fenced = db.batch([insert('b'), update('unknown')])
    const doubled = db.batch([insert('c'), insert('c')])
    const outcomes = Promise.allSettled([fenced, doubled])
    const alone = db.sql.insertInto('rate_limits').values(bucket('d')).execute()
    const after = db.batch([insert('e'), update('e')])
    await Promise.all([...before, alone, after])
    const [conflict, duplicate] = await outcomes
    expect(conflict).toEqual({ status: 'rejected', reason: new BatchConflict(1) })
    expect(duplicate.status === 'rejected' && duplicate.reason).toBeInstanceOf(DuplicateRow)
    const stored = await keys()
    expect(stored.filter((key) => key.startsWith('a'))).toHaveLength(150)
    expect(stored.filter((key) => !key.startsWith('a'))).toEqual(['d', 'e'])
  })

  it('refuses a batch that would block the writer for long', async () => {
    const sealed = new Uint8Array(2 << 20)
    const row = { key_hash: 'k', request_hash: '', status: 1, created_at: 1, sealed }
    await expect(db.batch([{ query: db.sql.insertInto('answers').values(row) }])).rejects.toThrow('bytes')
  })

  it('isolates a hundred concurrent transactions', async () => {
    await db.sql.insertInto('rate_limits').values(bucket('count', 0)).execute()
    const add = () =>
      db.transaction(async (tx) => {
        const row = await tx
          .selectFrom('rate_limits')
          .select('emptied')
          .where('key', '=', 'count')
          .executeTakeFirstOrThrow()
        await tx
          .updateTable('rate_limits')
          .set({ emptied: row.emptied + 1 })
          .where('key', '=', 'count')
          .execute()
      })
    const rounds = name === 'sqlite' ? 100 : 10
    await Promise.all(Array.from({ length: rounds }, add))
    expect(await db.sql.selectFrom('rate_limits').select('emptied').executeTakeFirstOrThrow()).toEqual({
      emptied: rounds,
    })
  })

  it('still has everything acknowledged when it is opened again', async () => {
    await db.sql.insertInto('rate_limits').values(bucket('a')).execute()
    await db.close()
    db = await open()
    expect(await keys()).toEqual(['a'])
  })

  it('is not opened by a version that does not know all its migrations', async () => {
    await db.close()
    const engine = await openEngine(place)
    await expect(migrate(engine, migrations.slice(0, -1), 1)).rejects.toBeInstanceOf(StartRefused)
    await engine.close()
    db = await open()
  })
})

async function openEngine({ url, directory }: TestDatabase): Promise<Engine> {
  const ignore = () => undefined
  return url
    ? openPostgres({ url, size: 5, clock: systemClock, onError: ignore })
    : openSqlite({ directory, onFatal: ignore })
}

describe.each(engineNames)('migrations on %s', (name) => {
  it('migrate the data of every version to the newest', async () => {
    const { engine, dispose } = await testEngine(name)
    for (const [index, migration] of migrations.entries()) {
      expect(await migrate(engine, migrations.slice(0, index + 1), 1)).toEqual([migration.name])
      for (const sql of migration.sample) await engine.write({ sql, parameters: [] })
    }
    expect(await migrate(engine, migrations, 2)).toEqual([])
    const db = new Database(engine, systemClock)
    const names = await db.sql
      .selectFrom('members')
      .innerJoin('accounts', 'accounts.uid', 'members.uid')
      .innerJoin('spaces', 'spaces.wid', 'members.wid')
      .select(['accounts.name', 'spaces.access_version'])
      .orderBy('accounts.name')
      .execute()
    expect(names).toEqual([
      { name: 'Ada', access_version: 3 },
      { name: 'Guest', access_version: 3 },
    ])
    await dispose()
  })
})

describe('the embedded database', () => {
  it('refuses a second server on the same directory, with a clear message', async () => {
    const place = await testDatabase('sqlite')
    const first = await openDatabase({ ...place, clock: systemClock, ...silent })
    const second = openDatabase({ ...place, clock: systemClock, ...silent })
    await expect(second).rejects.toThrow(`Another Tavla server is already using ${place.directory}`)
    await first.close()
    const third = await openDatabase({ ...place, clock: systemClock, ...silent })
    await third.close()
    await place.dispose()
  })

  it('is free again after kill -9 and contains every acknowledged row', async () => {
    const place = await testDatabase('sqlite')
    const script = `
      import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, 'open.ts'))}
      import { systemClock } from ${JSON.stringify(join(import.meta.dirname, '../ports/clock/system-clock.ts'))}
      const db = await openDatabase({ url: null, directory: ${JSON.stringify(place.directory)}, clock: systemClock, onFatal() {}, onError() {} })
      for (let at = 0; at < 50; at++)
        await db.sql.insertInto('rate_limits').values({ key: 'k' + at, emptied: at, full_at: 1 }).execute()
      process.kill(process.pid, 'SIGKILL')
    `
    const killed = promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', script])
    await expect(killed).rejects.toMatchObject({ signal: 'SIGKILL' })
    const db = await openDatabase({ ...place, clock: systemClock, ...silent })
    expect(await db.sql.selectFrom('rate_limits').select('key').execute()).toHaveLength(50)
    await db.close()
    await place.dispose()
  })

  it('can be read by its owner only', async () => {
    const place = await testDatabase('sqlite')
    const db = await openDatabase({ ...place, clock: systemClock, ...silent })
    const mode = (file: string) => statSync(join(place.directory, file)).mode & 0o777
    expect([mode('.'), mode('tavla.db'), mode('lock.db'), mode('tavla.db-wal')]).toEqual([
      0o700, 0o600, 0o600, 0o600,
    ])
    await db.close()
    await place.dispose()
  })
})
