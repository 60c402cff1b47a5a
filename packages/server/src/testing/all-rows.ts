import { sql as raw } from 'kysely'
import type { Database } from '../db/database.ts'

/** Every value of every table, to be searched for what must not be there. */
export async function* allValues(
  db: Database,
): AsyncGenerator<{ readonly table: string; readonly column: string; readonly value: unknown }> {
  for (const { name } of await db.sql.introspection.getTables()) {
    const { rows } = await raw<Record<string, unknown>>`select * from ${raw.table(name)}`.execute(db.sql)
    for (const row of rows)
      for (const [column, value] of Object.entries(row)) yield { table: name, column, value }
  }
}
