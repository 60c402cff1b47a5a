import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { migrations as allMigrations } from '../../migrations/index.ts'
import { dialects } from './dialect.ts'
import { afterRestore, type Query } from './facts.ts'
import { schemaLock } from './migrate.ts'

const batchRows = 500
/** Maximum bytes of rows in one statement. */
const batchBytes = 1 << 20

const named = (table: string): string => pg.escapeIdentifier(table)

async function withClient<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true })
  // Its statements fail with the error as well; without a listener the process would end.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

const getQuery =
  (client: pg.Client): Query =>
  async (sql) =>
    (await client.query<Record<string, unknown>>(sql)).rows

async function getTables(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ tablename: string }>(
    'select tablename from pg_tables where schemaname = current_schema() order by tablename',
  )
  return rows.map(({ tablename }) => tablename)
}

/**
 * Writes every table to its own file, one row per line in PostgreSQL's text form, from one snapshot, which `act` can
 * also read.
 */
export async function dumpPostgres<T>(
  url: string,
  directory: string,
  onTable: (table: string, rows: number) => void,
  act: (query: Query) => Promise<T>,
): Promise<T> {
  return await withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    for (const table of await getTables(client)) onTable(table, await dumpTable(client, table, directory))
    const answer = await act(getQuery(client))
    await client.query('commit')
    return answer
  })
}

async function dumpTable(client: pg.Client, table: string, directory: string): Promise<number> {
  const file = await open(join(directory, `${table}.rows`), 'wx', 0o600)
  let count = 0
  try {
    await client.query(`declare rows no scroll cursor for select t::text as row from ${named(table)} t`)
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`fetch ${batchRows} from rows`)
      if (rows.length === 0) break
      await file.writeFile(rows.map(({ row }) => `${JSON.stringify(row)}\n`).join(''))
      count += rows.length
    }
    await client.query('close rows')
    await file.sync()
    return count
  } finally {
    await file.close()
  }
}

export interface PostgresRestore {
  readonly url: string
  /** The files that `dumpPostgres` wrote. */
  readonly directory: string
  readonly migrations: readonly string[]
  /** Inspects the database before anything is changed; throws to refuse. */
  readonly check: (query: Query, isEmpty: boolean) => Promise<void>
  readonly onTable: (table: string, rows: number) => void
  /** Runs when everything is written, to put the files in place. If it throws, the old database stays. */
  readonly beforeCommit: (query: Query) => Promise<void>
}

/** Replaces the database's contents by a dump, in one transaction. */
export async function restorePostgres(options: PostgresRestore): Promise<void> {
  await withClient(options.url, async (client) => {
    await client.query('begin')
    try {
      await client.query(`select pg_advisory_xact_lock(${schemaLock})`)
      const old = await getTables(client)
      await options.check(getQuery(client), old.length === 0)
      for (const table of old) await client.query(`drop table if exists ${named(table)} cascade`)
      await makeTables(client, options.migrations)
      for (const table of await inOrderOfReference(client)) {
        options.onTable(table, await fillTable(client, table, options.directory))
      }
      for (const sql of afterRestore('md5(random()::text || wid)')) await client.query(sql)
      await options.beforeCommit(getQuery(client))
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    }
  })
}

async function makeTables(client: pg.Client, migrations: readonly string[]): Promise<void> {
  const { postgres } = dialects
  await client.query(
    `create table migrations (name ${postgres.text} primary key, applied_at ${postgres.int} not null)`,
  )
  for (const name of migrations) {
    const migration = allMigrations.find((one) => one.name === name)
    if (!migration) throw new Error(`There is no migration ${name}`)
    for (const sql of migration.up(postgres)) await client.query(sql)
  }
  const tables = (await getTables(client)).map(named).join(', ')
  await client.query(`truncate ${tables}`)
}

/** Tables ordered so that referenced ones come first. */
async function inOrderOfReference(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ source: string; target: string }>(
    `select s.relname as source, t.relname as target from pg_constraint c
      join pg_class s on s.oid = c.conrelid join pg_class t on t.oid = c.confrelid
      where c.contype = 'f' and s.relnamespace = current_schema()::regnamespace and s.oid <> t.oid`,
  )
  const open = new Set(await getTables(client))
  const ordered: string[] = []
  while (open.size > 0) {
    const ready = [...open].filter(
      (table) => !rows.some(({ source, target }) => source === table && open.has(target)),
    )
    if (ready.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...open].join(', ')}`)
    for (const table of ready) open.delete(table)
    ordered.push(...ready)
  }
  return ordered
}

async function fillTable(client: pg.Client, table: string, directory: string): Promise<number> {
  const path = join(directory, `${table}.rows`)
  let rows: string[] = []
  let size = 0
  let count = 0
  const flush = async (): Promise<void> => {
    const slice = rows
    rows = []
    size = 0
    if (slice.length === 0) return
    const name = named(table)
    await client.query(
      `insert into ${name} select (one.row).* from (select unnest($1::text[])::${name} as row) one`,
      [slice],
    )
    count += slice.length
  }
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    rows.push(JSON.parse(line) as string)
    size += line.length
    if (rows.length >= batchRows || size > batchBytes) await flush()
  }
  await flush()
  await continueNumbers(client, table)
  return count
}

/** Sets identity sequences past the restored rows. */
async function continueNumbers(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ column_name: string }>(
    `select column_name from information_schema.columns
      where table_schema = current_schema() and table_name = $1 and is_identity = 'YES'`,
    [table],
  )
  for (const { column_name: column } of rows) {
    const highest = `(select coalesce(max(${named(column)}), 0) + 1 from ${named(table)})`
    await client.query(`select setval(pg_get_serial_sequence($1, $2), ${highest}, false)`, [
      named(table),
      column,
    ])
  }
}
