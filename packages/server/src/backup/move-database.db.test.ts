import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { hashTable, listTables } from '../db/copy-tables.ts'
import type { Engine } from '../db/database-engine.ts'
import { migrate } from '../db/migrate.ts'
import { openPostgres } from '../db/postgres.ts'
import { openSqlite } from '../db/sqlite.ts'
import { systemClock } from '../ports/clock/system-clock.ts'
import { type TestDatabase, testDatabase } from '../testing/databases.ts'
import { moveDatabase } from './move-database.ts'

let database: TestDatabase
let folder: string
const onFatal = (error: Error): never => {
  throw error
}
const openEmbedded = (directory: string): Promise<Engine> => openSqlite({ directory, onFatal })
const progress = { step: vi.fn(), count: vi.fn(), report: vi.fn() }
const toPostgres = (more: Partial<typeof progress> = {}) =>
  moveDatabase(
    { dataDir: join(folder, 'old'), databaseUrl: null },
    { to: database.url ?? '', clock: systemClock, progress: { ...progress, ...more } },
  )

beforeEach(async () => {
  database = await testDatabase('postgres')
  folder = mkdtempSync(join(tmpdir(), 'tavla-move-'))
  const engine = await openEmbedded(join(folder, 'old'))
  const ordered = migrations.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  for (const [index, { sample }] of ordered.entries()) {
    await migrate(engine, ordered.slice(0, index + 1), 1)
    for (const sql of sample) await engine.write({ sql, parameters: [] })
  }
  for (let index = 0; index < 1_200; index += 1)
    await engine.write({
      sql: `insert into client_logs (id, uid, level, log, created_at) values (?, null, 'info', ?, ?)`,
      parameters: [`${index % 2 === 0 ? 'a' : 'B'}-${index}-ä_`, `line ${index}\n"quoted"`, index],
    })
  await engine.close()
})
afterEach(async () => {
  await database.dispose()
  rmSync(folder, { recursive: true, force: true })
})

/** Hash of every table. */
async function readAll(engine: Engine, postgres: Engine): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const table of await listTables(postgres)) found[table.name] = await hashTable(engine, table)
  return found
}

test('an embedded database arrives in PostgreSQL and comes back, with every row of every table', async () => {
  const moved = await toPostgres()
  expect(moved.rows).toBeGreaterThan(1_200)
  await expect(toPostgres()).rejects.toThrow('not empty')
  const back = { dataDir: join(folder, 'new'), databaseUrl: database.url }
  expect(await moveDatabase(back, { to: 'sqlite', clock: systemClock, progress })).toEqual(moved)
  const postgres = openPostgres({ url: database.url ?? '', size: 2, clock: systemClock, onError: onFatal })
  const [old, copy] = [await openEmbedded(join(folder, 'old')), await openEmbedded(join(folder, 'new'))]
  const all = await readAll(old, postgres)
  expect(Object.values(all).filter((one) => !one.startsWith('0 ')).length).toBeGreaterThan(20)
  expect([await readAll(postgres, postgres), await readAll(copy, postgres)]).toEqual([all, all])
  for (const engine of [postgres, old, copy]) await engine.close()
})

test('an attempt that was broken off goes on where it stopped', async () => {
  let pages = 0
  const count = vi.fn(() => {
    pages += 1
    if (pages === 12) throw new Error('broken off')
  })
  await expect(toPostgres({ count })).rejects.toThrow('broken off')
  const rest = await toPostgres()
  expect(rest.rows).toBeGreaterThan(0)
  await database.dispose()
  database = await testDatabase('postgres')
  expect(rest.rows).toBeLessThan((await toPostgres()).rows)
})

test('what was changed in between is noticed, and the direction must fit the configuration', async () => {
  const count = vi.fn(() => {
    throw new Error('broken off')
  })
  await expect(toPostgres({ count })).rejects.toThrow('broken off')
  const engine = await openEmbedded(join(folder, 'old'))
  await engine.write({ sql: `update accounts set name = 'Changed'`, parameters: [] })
  await engine.close()
  await toPostgres().then(
    // The table was not copied before.
    (moved) => expect(moved.rows).toBeGreaterThan(0),
    (error: unknown) => expect(String(error)).toContain('differs'),
  )
  const config = { dataDir: join(folder, 'old'), databaseUrl: null }
  await expect(moveDatabase(config, { to: 'sqlite', clock: systemClock, progress })).rejects.toThrow(
    'Set DATABASE_URL',
  )
  const other = { ...config, databaseUrl: database.url }
  await expect(moveDatabase(other, { to: database.url ?? '', clock: systemClock, progress })).rejects.toThrow(
    'Unset DATABASE_URL',
  )
})
