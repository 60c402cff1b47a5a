import { migrations } from '../../migrations/index.ts'
import type { Clock } from '../ports/clock/port.ts'
import { noTracing, type Tracing } from '../ports/tracing/port.ts'
import { Database } from './database.ts'
import type { Engine } from './database-engine.ts'
import { StartRefused } from './database-errors.ts'
import { migrate, schemaLock } from './migrate.ts'
import type { PostgresTimeouts } from './postgres-silence.ts'
import { openSqlite } from './sqlite.ts'
import { traceEngine } from './traced-engine.ts'

export interface OpenDatabaseOptions {
  /** Null: SQLite under `directory`. */
  readonly url: string | null
  readonly directory: string
  readonly clock: Clock
  /** The process must end: it is unknown what reached the disk. */
  readonly onFatal: (error: Error) => void
  /** A connection was lost; it is reopened automatically. */
  readonly onError: (error: Error) => void
  /** The server stopped responding, or responds again. */
  readonly onAway?: (error: Error) => void
  readonly onBack?: () => void
  readonly timeouts?: PostgresTimeouts
  readonly tracing?: Tracing
}

/** Opens the database and migrates it; throws `StartRefused` with an explanation when that is impossible. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { url, directory, clock, onFatal, tracing = noTracing } = options
  const open = (engine: Engine) =>
    new Database(tracing === noTracing ? engine : traceEngine(engine, tracing), clock)
  if (url === null) {
    const engine = await openSqlite({ directory, onFatal })
    await prepare(engine, clock).catch(async (error: unknown) => {
      await engine.close()
      throw error
    })
    return open(engine)
  }
  // The driver is loaded only where it is used.
  const [{ openPostgres }, { usualTimeouts }] = await Promise.all([
    import('./postgres.ts'),
    import('./postgres-silence.ts'),
  ])
  const patient = openPostgres({
    ...options,
    url,
    size: 1,
    timeouts: { ...usualTimeouts, ...migrationTimeouts },
  })
  await prepareAlone(patient, clock).finally(() => patient.close())
  return open(openPostgres({ ...options, url, size: POOL_SIZE }))
}

const POOL_SIZE = 10
/** One hour: a migration may rewrite a large table. */
const MIGRATION_MS = 3_600_000
const migrationTimeouts = { statement: MIGRATION_MS, answer: MIGRATION_MS }

/** One of several starting servers migrates. The engine has a single connection, whose end releases the lock. */
async function prepareAlone(engine: Engine, clock: Clock): Promise<void> {
  await reach(engine)
  await engine.write({ sql: `select pg_advisory_lock(${schemaLock})`, parameters: [] })
  await migrate(engine, migrations, clock.now())
}

async function prepare(engine: Engine, clock: Clock): Promise<void> {
  await reach(engine)
  await migrate(engine, migrations, clock.now())
}

/** The first statement, so that a wrong host, name or password is reported as a configuration error. */
async function reach(engine: Engine): Promise<void> {
  try {
    await engine.read({ sql: 'select 1', parameters: [] })
  } catch (error) {
    const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const why = inner instanceof Error && inner.message !== '' ? inner.message : 'no answer'
    throw new StartRefused(`The database cannot be used: ${why}`)
  }
}
