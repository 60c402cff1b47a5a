import { createHash } from 'node:crypto'
import type { Engine, Statement } from './database-engine.ts'

/** A table as PostgreSQL describes it; SQLite has the same. */
export interface CopiedTable {
  readonly name: string
  readonly columns: readonly string[]
  /** Columns of the primary key. */
  readonly key: readonly string[]
  /** A column whose numbers PostgreSQL assigns. */
  readonly identity: string | null
}

/** What is true of running servers only. */
const passing = new Set(['migrations', 'nodes', 'node_messages', 'online', 'move_progress'])
const rowsPerPage = 500

const quoted = (name: string): string => `"${name}"`
const plain = (sql: string, ...parameters: readonly unknown[]): Statement => ({ sql, parameters })

/** Tables with contents to copy, those that others refer to first. */
export async function listTables(postgres: Engine): Promise<readonly CopiedTable[]> {
  const read = async <T>(sql: string): Promise<readonly T[]> => (await postgres.read(plain(sql))).rows as T[]
  const columns = await read<{ table: string; name: string; identity: string }>(
    `select table_name as table, column_name as name, is_identity as identity from information_schema.columns
      where table_schema = current_schema() order by table_name, ordinal_position`,
  )
  const keys = await read<{ table: string; name: string }>(
    `select k.table_name as table, k.column_name as name from information_schema.table_constraints c
      join information_schema.key_column_usage k using (constraint_schema, constraint_name)
      where c.constraint_type = 'PRIMARY KEY' and c.table_schema = current_schema()
      order by k.table_name, k.ordinal_position`,
  )
  const references = await read<{ source: string; target: string }>(
    `select s.relname as source, t.relname as target from pg_constraint c
      join pg_class s on s.oid = c.conrelid join pg_class t on t.oid = c.confrelid
      where c.contype = 'f' and s.relnamespace = current_schema()::regnamespace and s.oid <> t.oid`,
  )
  const open = [...new Set(columns.map(({ table }) => table))].filter((name) => !passing.has(name))
  const ordered: CopiedTable[] = []
  while (open.length > 0) {
    const next = open.findIndex(
      (name) => !references.some(({ source, target }) => source === name && open.includes(target)),
    )
    const [name] = next < 0 ? [] : open.splice(next, 1)
    if (name === undefined) throw new Error(`Tables refer to each other in a circle: ${open.join(', ')}`)
    const own = columns.filter(({ table }) => table === name)
    ordered.push({
      name,
      columns: own.map((column) => column.name),
      key: keys.filter(({ table }) => table === name).map((column) => column.name),
      identity: own.find(({ identity }) => identity === 'YES')?.name ?? null,
    })
  }
  return ordered
}

type Row = Readonly<Record<string, unknown>>

/** Rows in the order of the primary key, after those that are known. */
async function readPage(
  source: Engine,
  { name, columns, key }: CopiedTable,
  after: readonly unknown[] | null,
): Promise<readonly Row[]> {
  const names = key.map(quoted).join(', ')
  const marks = key.map((_, index) => (source.name === 'postgres' ? `$${index + 1}` : '?')).join(', ')
  const where = after === null ? '' : ` where (${names}) > (${marks})`
  const all = columns.map(quoted).join(', ')
  const sql = `select ${all} from ${quoted(name)}${where} order by ${names} limit ${rowsPerPage}`
  return (await source.read(plain(sql, ...(after ?? [])))).rows as Row[]
}

async function* readPages(
  source: Engine,
  table: CopiedTable,
  after: readonly unknown[] | null,
): AsyncGenerator<readonly Row[]> {
  for (;;) {
    const rows = await readPage(source, table, after)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (rows.length < rowsPerPage || !last) return
    after = table.key.map((column) => last[column])
  }
}

/** Where an earlier attempt broke off, in a table of the target that is dropped at the end. */
export async function openProgress(target: Engine): Promise<ReadonlyMap<string, readonly unknown[]>> {
  await target.write(
    plain('create table if not exists move_progress (name text primary key, after_key text not null)'),
  )
  const { rows } = await target.read(plain('select name, after_key from move_progress'))
  const known = rows as { name: string; after_key: string }[]
  return new Map(known.map(({ name, after_key }) => [name, JSON.parse(after_key) as unknown[]]))
}

export const closeProgress = (target: Engine) => target.write(plain('drop table move_progress'))

/** Each page and the note of how far it went are one transaction. Returns the number of rows. */
export async function copyTable(
  source: Engine,
  target: Engine,
  table: CopiedTable,
  after: readonly unknown[] | null,
  onRows: (rows: number) => void,
): Promise<void> {
  const { name, columns, key, identity } = table
  const marks = (row: number): string =>
    columns
      .map((_, at) => (target.name === 'postgres' ? `$${row * columns.length + at + 1}` : '?'))
      .join(', ')
  const into = `insert into ${quoted(name)} (${columns.map(quoted).join(', ')}) values`
  const noteMarks = target.name === 'postgres' ? ['$1', '$2'] : ['?', '?']
  const note = `insert into move_progress (name, after_key) values (${noteMarks.join(', ')})
    on conflict (name) do update set after_key = excluded.after_key`
  for await (const rows of readPages(source, table, after)) {
    const last = rows.at(-1)
    const inserts = rows.map((row) =>
      plain(`${into} (${marks(0)}) on conflict do nothing`, ...columns.map((column) => row[column])),
    )
    const reached = JSON.stringify(key.map((column) => last?.[column]))
    await target.batch([...inserts, plain(note, name, reached)])
    onRows(rows.length)
  }
  if (identity === null || target.name !== 'postgres') return
  const highest = `(select coalesce(max(${quoted(identity)}), 0) + 1 from ${quoted(name)})`
  await target.write(
    plain(`select setval(pg_get_serial_sequence('${quoted(name)}', '${identity}'), ${highest}, false)`),
  )
}

const MODULUS = 1n << 256n

/** Number and hash of all rows, whatever their order: engines sort text differently. */
export async function hashTable(source: Engine, table: CopiedTable): Promise<string> {
  let sum = 0n
  let count = 0
  for await (const rows of readPages(source, table, null))
    for (const row of rows) {
      const hash = createHash('sha256').update(table.columns.map((column) => getText(row[column])).join('\n'))
      sum = (sum + BigInt(`0x${hash.digest('hex')}`)) % MODULUS
      count += 1
    }
  return `${count} ${sum.toString(16)}`
}

const getText = (value: unknown): string =>
  value instanceof Uint8Array ? `x${Buffer.from(value).toString('hex')}` : JSON.stringify(value)
