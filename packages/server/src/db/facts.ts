/** Figures of a database that a backup records and a restored one must match. */
export interface DatabaseState {
  /** Names of the applied migrations, in order. */
  readonly migrations: readonly string[]
  readonly accounts: number
  readonly boards: number
  readonly edits: number
}

/** Runs one statement and returns its rows. */
export type Query = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

export async function readDatabaseState(query: Query): Promise<DatabaseState> {
  const count = async (table: string): Promise<number> =>
    Number((await query(`select count(*) as n from ${table}`))[0]?.['n'])
  return {
    migrations: (await query('select name from migrations order by name')).map(({ name }) => String(name)),
    accounts: await count('accounts'),
    boards: await count('boards'),
    edits: await count('journal'),
  }
}

/** Ids of the files whose bytes must exist. */
export async function readStoredFiles(query: Query): Promise<readonly string[]> {
  return (await query('select id from files where stored_at is not null')).map(({ id }) => String(id))
}

/** Boards whose journal or newest checkpoint does not reach their head; an intact database has none. */
export async function readBrokenBoards(query: Query): Promise<readonly string[]> {
  const broken = `select wid from boards b where head > 0
    and coalesce((select max(seq) from journal j where j.wid = b.wid), b.checkpoint) <> head`
  return (await query(broken)).map(({ wid }) => String(wid))
}

/** Statements for a restored database: they invalidate what pages have cached and release all board leases. */
export const afterRestore = (randomText: string): readonly string[] => [
  `update boards set epoch = ${randomText}, owner = ''`,
  'delete from nodes',
  'delete from node_messages',
  'delete from online',
]
