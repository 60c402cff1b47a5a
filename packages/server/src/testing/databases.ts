import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Engine } from '../db/engine.ts'
import { openPostgres } from '../db/postgres.ts'
import { openSqlite } from '../db/sqlite.ts'

export type EngineName = 'sqlite' | 'postgres'

/** Both engines, for `describe.each`. */
export const engineNames: readonly EngineName[] = ['sqlite', 'postgres']

/** An empty database of its own, taken away again by `dispose`. */
export interface TestDatabase {
  /** Null: SQLite under `directory`. */
  readonly url: string | null
  readonly directory: string
  dispose(): Promise<void>
}

export async function testDatabase(name: EngineName): Promise<TestDatabase> {
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
  await administer(server, `create database ${database}`)
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

/** An engine without tables, for the tests of the database layer itself. */
export async function testEngine(name: EngineName): Promise<{ engine: Engine; dispose(): Promise<void> }> {
  const place = await testDatabase(name)
  const fail = (error: Error) => {
    throw error
  }
  const engine = place.url
    ? openPostgres({ url: place.url, size: 5, onError: () => undefined })
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
