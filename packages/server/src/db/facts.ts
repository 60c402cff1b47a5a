/** What a database holds, as a backup states it and a restored one must show it again. */
export interface DatabaseFacts {
  /** Names of the migrations that were applied, in order. */
  readonly migrations: readonly string[]
  readonly accounts: number
  readonly boards: number
  readonly edits: number
}

/** Answers the rows of one statement. */
export type Query = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

export async function readFacts(query: Query): Promise<DatabaseFacts> {
  const count = async (table: string): Promise<number> =>
    Number((await query(`select count(*) as n from ${table}`))[0]?.['n'])
  return {
    migrations: (await query('select name from migrations order by name')).map(({ name }) => String(name)),
    accounts: await count('accounts'),
    boards: await count('boards'),
    edits: await count('journal'),
  }
}

/** Ids of the files whose bytes must be there. */
export async function readStoredFiles(query: Query): Promise<readonly string[]> {
  return (await query('select id from files where stored_at is not null')).map(({ id }) => String(id))
}

/** Boards whose journal or newest checkpoint does not lead to their head; there are none in a whole database. */
export async function readBrokenBoards(query: Query): Promise<readonly string[]> {
  const broken = `select wid from boards b where head > 0
    and coalesce((select max(seq) from journal j where j.wid = b.wid), b.checkpoint) <> head`
  return (await query(broken)).map(({ wid }) => String(wid))
}

/** Statements that a restored database begins with: pages drop what they cached of it, and no board is held. */
export const afterRestore = (randomText: string): readonly string[] => [
  `update boards set epoch = ${randomText}, owner = ''`,
  'delete from nodes',
]
