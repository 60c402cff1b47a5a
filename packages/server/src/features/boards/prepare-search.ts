import { sql } from 'kysely'
import type { App } from '../../context.ts'
import type { Database } from '../../db/database.ts'

interface SearchIndexTarget {
  readonly db: Pick<Database, 'dialect' | 'sql'>
  readonly log: App['log']
}

/**
 * Creates the search index where the engine needs a permission for it. Without it search works but is slow
 * on large servers.
 */
export async function prepareSearch({ db, log }: SearchIndexTarget): Promise<void> {
  for (const statement of db.dialect.laterWordIndex('board_texts', 'folded')) {
    try {
      await sql.raw(statement).execute(db.sql)
    } catch (error) {
      log.warn(
        'Searching what is written on boards is slow here: the index needs the extension pg_trgm. Let an administrator of ' +
          'the database run "create extension pg_trgm" in it once, then start Tavla again.',
        { error },
      )
      return
    }
  }
}
