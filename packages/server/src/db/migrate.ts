import type { Database } from './database.ts'
import { getDialect } from './dialect.ts'
import type { Engine, Statement } from './database-engine.ts'
import { StartRefused } from './database-errors.ts'
import type { Migration } from './migration.ts'

/** Key of PostgreSQL's advisory lock for the schema: one process migrates, the others wait. */
export const schemaLock = 7_362_514

const plain = (sql: string, ...parameters: unknown[]): Statement => ({ sql, parameters })

/**
 * Migrates the database to this version; refuses one that a newer Tavla has migrated. Returns the names of the
 * applied migrations.
 */
export async function migrate(
  engine: Engine,
  migrations: readonly Migration[],
  now: number,
): Promise<string[]> {
  const column = getDialect(engine)
  const mark = engine.name === 'sqlite' ? '?' : '$1'
  const mark2 = engine.name === 'sqlite' ? '?' : '$2'
  await engine.write(
    plain(
      `create table if not exists migrations (name ${column.text} primary key, applied_at ${column.int} not null)`,
    ),
  )
  const rows = (await engine.write(plain('select name from migrations order by name'))).rows as {
    name: string
  }[]
  const known = new Set(migrations.map(({ name }) => name))
  const newer = rows.filter(({ name }) => !known.has(name))
  if (newer.length > 0)
    throw new StartRefused(
      `The database was changed by a newer version of Tavla (${newer.map(({ name }) => name).join(', ')}). ` +
        'Start that version, or restore a backup made by this one.',
    )
  const applied = new Set(rows.map(({ name }) => name))
  const due = migrations
    .filter(({ name }) => !applied.has(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  for (const migration of due) {
    const record = plain(
      `insert into migrations (name, applied_at) values (${mark}, ${mark2})`,
      migration.name,
      now,
    )
    await engine.batch([...migration.up(column).map((sql) => plain(sql)), record])
  }
  return due.map(({ name }) => name)
}

/** Whether a row can be written, for the health check. */
export async function takesWrites(database: Database, now: number): Promise<boolean> {
  const row = { key: 'health', full_at: now, emptied: 0 }
  try {
    await database.sql
      .insertInto('rate_limits')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute()
    return true
  } catch {
    return false
  }
}
