import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrations } from '../../migrations/index.ts'
import type { Engine } from '../db/database-engine.ts'
import { migrate, schemaLock } from '../db/migrate.ts'
import { openPostgres } from '../db/postgres.ts'
import { openSqlite } from '../db/sqlite.ts'
import { systemClock } from '../ports/clock/system-clock.ts'

export type EngineName = 'sqlite' | 'postgres'

/** Both engines, for `describe.each`. */
export const engineNames: readonly EngineName[] = ['sqlite', 'postgres']

/** A database of its own, taken away again by `dispose`. */
export interface TestDatabase {
  /** Null: SQLite under `directory`. */
  readonly url: string | null
  readonly directory: string
  dispose(): Promise<void>
}

export interface TestDatabaseOptions {
  /** With all tables, on PostgreSQL, where making them takes longer than most tests; SQLite makes them as quickly as it opens. */
  readonly isMigrated?: boolean
}

export async function testDatabase(
  name: EngineName,
  { isMigrated = false }: TestDatabaseOptions = {},
): Promise<TestDatabase> {
  const directory = mkdtempSync(join(tmpdir(), 'tavla-test-'))
  const removeDirectory = () => rmSync(directory, { recursive: true, force: true })
  if (name === 'sqlite')
    return {
      url: null,
      directory,
      dispose() {
        removeDirectory()
        return Promise.resolve()
      },
    }
  const server = process.env['TEST_DATABASE_URL']
  if (!server) throw new Error('TEST_DATABASE_URL names no PostgreSQL: run database tests as *.db.test.ts')
  const database = `t_${randomBytes(8).toString('hex')}`
  const from = isMigrated ? ` template ${await (template ??= migratedTemplate(server))}` : ''
  await administer(server, `create database ${database}${from}`)
  const url = new URL(server)
  url.pathname = `/${database}`
  return {
    url: url.href,
    directory,
    async dispose() {
      removeDirectory()
      await administer(server, `drop database if exists ${database} with (force)`)
    },
  }
}

/** Made by the first process of a run that needs it. */
let template: Promise<string> | undefined

async function migratedTemplate(server: string): Promise<string> {
  const steps = migrations.map(({ name, up }) => name + String(up)).join()
  const name = `template_${createHash('sha256').update(steps).digest('hex').slice(0, 16)}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(${schemaLock})`)
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await makeTemplate(client, server, name)
  } finally {
    await client.end()
  }
  return name
}

/** Under another name until it is whole; nobody may be connected to it when it is copied. */
async function makeTemplate(client: pg.Client, server: string, name: string): Promise<void> {
  const unfinished = `${name}_new`
  await client.query(`drop database if exists ${unfinished}`)
  await client.query(`create database ${unfinished}`)
  const url = new URL(server)
  url.pathname = `/${unfinished}`
  const engine = openPostgres({ url: url.href, size: 1, clock: systemClock, onError: () => undefined })
  await migrate(engine, migrations, 1).finally(() => engine.close())
  await client.query(`alter database ${unfinished} rename to ${name}`)
}

/** An engine without tables, for the tests of the database layer itself. */
export async function testEngine(name: EngineName): Promise<{ engine: Engine; dispose(): Promise<void> }> {
  const place = await testDatabase(name)
  const fail = (error: Error) => {
    throw error
  }
  const engine = place.url
    ? openPostgres({ url: place.url, size: 5, clock: systemClock, onError: () => undefined })
    : await openSqlite({ directory: place.directory, onFatal: fail })
  return {
    engine,
    async dispose() {
      await engine.close()
      await place.dispose()
    },
  }
}

async function administer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
