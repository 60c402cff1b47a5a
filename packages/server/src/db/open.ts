import { migrations } from '../../migrations/index.ts'
import type { Clock } from '../ports/clock/port.ts'
import { Database } from './database.ts'
import type { Engine } from './engine.ts'
import { StartRefused } from './errors.ts'
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
    await reach(engine)
    await migrate(engine, migrations, clock.now())
  } catch (error) {
    await engine.close()
    throw error
  }
  return new Database(engine, clock)
}

/** The first statement: a wrong address, name or password is something that the person can mend. */
async function reach(engine: Engine): Promise<void> {
  try {
    await engine.read({ sql: 'select 1', parameters: [] })
  } catch (error) {
    const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const why = inner instanceof Error && inner.message !== '' ? inner.message : 'no answer'
    throw new StartRefused(`The database cannot be used: ${why}`)
  }
}
