import { migrations } from '../../migrations/index.ts'
import type { Clock } from '../ports/clock/port.ts'
import { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

export interface OpenDatabaseOptions {
  /** PostgreSQL; null: SQLite under `directory`. */
  readonly url: string | null
  readonly directory: string
  readonly clock: Clock
  /** The process must end: what reached the disk is unknown. */
  readonly onFatal: (error: Error) => void
  /** A connection was lost; it comes back by itself. */
  readonly onError: (error: Error) => void
}

/** Opens the database and brings it to this version; `StartRefused` says in a sentence what is in the way. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { url, directory, clock, onFatal, onError } = options
  const engine = url ? openPostgres({ url, size: 10, onError }) : await openSqlite({ directory, onFatal })
  try {
    await migrate(engine, migrations, clock.now())
  } catch (error) {
    await engine.close()
    throw error
  }
  return new Database(engine, clock)
}
