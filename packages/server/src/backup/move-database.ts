import type { Config } from '../config.ts'
import { closeProgress, copyTable, hashTable, listTables, openProgress } from '../db/copy-tables.ts'
import type { Engine } from '../db/database-engine.ts'
import { StartRefused } from '../db/database-errors.ts'
import { migrate } from '../db/migrate.ts'
import { openPostgres } from '../db/postgres.ts'
import { openSqlite } from '../db/sqlite.ts'
import { migrations } from '../../migrations/index.ts'
import type { Clock } from '../ports/clock/port.ts'
import type { Progress } from './progress.ts'

export interface MovedDatabase {
  readonly tables: number
  /** Rows that this attempt copied. */
  readonly rows: number
}

export interface MoveOptions {
  /** A PostgreSQL URL, or `sqlite`: the embedded database in the data folder. */
  readonly to: string
  readonly clock: Clock
  readonly progress: Progress
}

/**
 * Copies the database of a stopped server from the embedded one to PostgreSQL or back, and compares every table by hash.
 * An attempt that was broken off continues where it stopped. The source stays as it is.
 */
export async function moveDatabase(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { to, clock, progress }: MoveOptions,
): Promise<MovedDatabase> {
  const toPostgres = to !== 'sqlite'
  if (toPostgres === (databaseUrl !== null))
    throw new StartRefused(
      toPostgres
        ? 'Unset DATABASE_URL: what is moved is the embedded database in DATA_DIR.'
        : 'Set DATABASE_URL: what is moved is the PostgreSQL database that it names.',
    )
  const onError = (error: Error): void => progress.report(String(error))
  const fail = (error: Error): never => {
    throw error
  }
  const postgres = openPostgres({ url: toPostgres ? to : (databaseUrl ?? ''), size: 2, clock, onError })
  const embedded = await openSqlite({ directory: dataDir, onFatal: fail }).catch(async (error: unknown) => {
    await postgres.close()
    throw error
  })
  try {
    const [source, target] = toPostgres ? [embedded, postgres] : [postgres, embedded]
    return await copyAll(source, target, postgres, clock, progress)
  } finally {
    await embedded.close()
    await postgres.close()
  }
}

const ask = async (engine: Engine, sql: string): Promise<readonly unknown[]> =>
  (await engine.read({ sql, parameters: [] })).rows

async function copyAll(
  source: Engine,
  target: Engine,
  postgres: Engine,
  clock: Clock,
  progress: Progress,
): Promise<MovedDatabase> {
  for (const engine of [source, target]) await migrate(engine, migrations, clock.now())
  const alive = await ask(postgres, `select id from nodes where alive_until > ${clock.now()}`)
  if (alive.length > 0)
    throw new StartRefused('A Tavla server is using the PostgreSQL database. Stop it first.')
  const tables = await listTables(postgres)
  const isPending = await ask(target, 'select name from move_progress').then(
    () => true,
    () => false,
  )
  if (!isPending && (await ask(target, 'select uid from accounts limit 1')).length > 0)
    throw new StartRefused('The database to move to is not empty. Name an empty one.')
  // What migrations put into new databases is in the source as well, as it is now.
  if (!isPending)
    for (const { name } of tables.toReversed())
      await target.write({ sql: `delete from "${name}"`, parameters: [] })
  const known = await openProgress(target)
  let rows = 0
  for (const table of tables) {
    progress.step(`Copying ${table.name}`)
    await copyTable(source, target, table, known.get(table.name) ?? null, (more) => {
      rows += more
      progress.count(rows)
    })
  }
  progress.step('Comparing both')
  for (const table of tables) {
    const [here, there] = [await hashTable(source, table), await hashTable(target, table)]
    if (here !== there)
      throw new StartRefused(
        `The table ${table.name} differs: was the server started in between? Empty the database to move to, and repeat.`,
      )
  }
  await closeProgress(target)
  return { tables: tables.length, rows }
}
