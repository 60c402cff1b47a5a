import { BatchConflict } from '../../db/database-errors.ts'
import type { BatchQuery, Database, Sql, Tx } from '../../db/database.ts'
import type { JournalRow } from '../../db/tables/journal.ts'
import { realtimeLimits } from '../realtime-limits.ts'

/** One applied edit, in the server's order. */
export type JournalEntry = Omit<JournalRow, 'wid'>

/** The lease and access version that an append relies on; checked in the appending transaction. */
export interface AppendGuard {
  readonly wid: string
  /** Fencing token of the lease. */
  readonly fence: number
  /** Access version that the edits were checked with. */
  readonly access: number
}

/** Rows per insert; few sizes, so that prepared statements are reused. */
const insertSizes = [64, 8, 1]

/**
 * Appends in one transaction, together with new authors and the queries in `along`; resolves after the
 * commit. `chain` is the hash before the entries. `stale`: lease, head or access version have changed;
 * nothing was written and the room must read them again.
 */
export async function appendToJournal(
  db: Database,
  guard: AppendGuard & { readonly chain: string },
  entries: readonly JournalEntry[],
  newAuthors: Iterable<string> = [],
  along: readonly BatchQuery[] = [],
): Promise<'appended' | 'stale'> {
  const first = entries[0]
  const last = entries.at(-1)
  if (!first || !last) return 'appended'
  const advance = db.sql
    .updateTable('boards')
    .set({ head: last.seq, chain: last.chain })
    .where('wid', '=', guard.wid)
    .where('fence', '=', guard.fence)
    .where('head', '=', first.seq - 1)
    .where('chain', '=', guard.chain)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('spaces')
          .select('wid')
          .whereRef('spaces.wid', '=', 'boards.wid')
          .where('access_version', '=', guard.access)
          .where('trashed_at', 'is', null),
      ),
    )
  const queries: BatchQuery[] = [{ query: advance, expectChanges: 1 }]
  for (const uid of newAuthors) {
    const note = db.sql.insertInto('authors').values({ wid: guard.wid, uid })
    queries.push({ query: note.onConflict((conflict) => conflict.doNothing()) })
  }
  for (const group of inGroups(entries)) {
    queries.push({
      query: db.sql.insertInto('journal').values(group.map((entry) => ({ ...entry, wid: guard.wid }))),
    })
  }
  queries.push(...along)
  try {
    await db.batch(queries)
    return 'appended'
  } catch (error) {
    if (error instanceof BatchConflict) return 'stale'
    throw error
  }
}

type Lease = Pick<AppendGuard, 'wid' | 'fence'>

/** Makes a batch fail if another process has taken the lease. */
export function stillOurs(db: Database, lease: Lease): BatchQuery {
  return { query: isSameLease(db.sql, lease), expectChanges: 1 }
}

/** The same for a transaction. */
export async function mustBeOurs(tx: Tx, lease: Lease): Promise<void> {
  const { numUpdatedRows } = await isSameLease(tx, lease).executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new BatchConflict(0)
}

const isSameLease = (sql: Sql, { wid, fence }: Lease) =>
  sql.updateTable('boards').set({ fence }).where('wid', '=', wid).where('fence', '=', fence)

/** Entries after `after` in order, in pages of about `pageBytes` bytes or one larger entry. */
export async function* readJournal(
  db: Database,
  wid: string,
  after: number,
  pageBytes: number = realtimeLimits.journalPageBytes,
): AsyncGenerator<readonly JournalEntry[]> {
  let seq = after
  for (;;) {
    const end = await endOfPage(db, wid, seq, pageBytes)
    if (end === null) return
    yield await db.sql
      .selectFrom('journal')
      .select(['seq', 'time', 'uid', 'tab', 'counter', 'schema', 'bytes', 'chain'])
      .where('wid', '=', wid)
      .where('seq', '>', seq)
      .where('seq', '<=', end)
      .orderBy('seq')
      .execute()
    seq = end
  }
}

/** Sizes are read before bytes, because an edit may have a megabyte. Null: nothing comes after `after`. */
async function endOfPage(
  db: Database,
  wid: string,
  after: number,
  pageBytes: number,
): Promise<number | null> {
  const sizes = await db.sql
    .selectFrom('journal')
    .select((eb) => ['seq', eb.fn<number>('octet_length', ['bytes']).as('size')])
    .where('wid', '=', wid)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(realtimeLimits.journalPage)
    .execute()
  let bytes = 0
  for (const { seq, size } of sizes) {
    bytes += Number(size)
    if (bytes >= pageBytes) return seq
  }
  return sizes.at(-1)?.seq ?? null
}

/** Number of the oldest entry left; null without any. */
export async function oldestEdit(db: Database, wid: string): Promise<number | null> {
  const row = await db.sql
    .selectFrom('journal')
    .select('seq')
    .where('wid', '=', wid)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return row?.seq ?? null
}

/**
 * Chain hash of the journal at a number; undefined where it is trimmed, in the future, or older than chain
 * hashes.
 */
export async function findChain(db: Database, wid: string, seq: number): Promise<string | undefined> {
  const row = await db.sql
    .selectFrom('journal')
    .select('chain')
    .where('wid', '=', wid)
    .where('seq', '=', seq)
    .executeTakeFirst()
  return row?.chain || undefined
}

/** Highest counter ever applied of a person's tab; 0 for a new tab. */
export async function getHighWater(db: Database, wid: string, uid: string, tab: string): Promise<number> {
  const row = await db.sql
    .selectFrom('journal')
    .select('counter')
    .where('wid', '=', wid)
    .where('uid', '=', uid)
    .where('tab', '=', tab)
    .orderBy('counter', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.counter ?? (await trimmedCounter(db, wid, { uid, tab }))
}

/** Highest counter of a tab among trimmed edits. */
export async function trimmedCounter(
  db: Database,
  wid: string,
  { uid, tab }: { readonly uid: string; readonly tab: string },
): Promise<number> {
  const row = await db.sql
    .selectFrom('trimmed_tabs')
    .select('counter')
    .where('wid', '=', wid)
    .where('uid', '=', uid)
    .where('tab', '=', tab)
    .executeTakeFirst()
  return row?.counter ?? 0
}

/** An edit applied earlier; undefined when it was refused. */
export async function findTaken(
  db: Database,
  wid: string,
  { uid, tab, counter }: { readonly uid: string; readonly tab: string; readonly counter: number },
): Promise<{ readonly seq: number; readonly bytes: Uint8Array } | undefined> {
  return await db.sql
    .selectFrom('journal')
    .select(['seq', 'bytes'])
    .where('wid', '=', wid)
    .where('uid', '=', uid)
    .where('tab', '=', tab)
    .where('counter', '=', counter)
    .executeTakeFirst()
}

/** The journal's number for these schema versions. */
export async function schemaNumber(
  db: Database,
  versions: Readonly<Record<string, number>>,
): Promise<number> {
  const sorted = JSON.stringify(
    Object.fromEntries(Object.entries(versions).sort(([a], [b]) => (a < b ? -1 : 1))),
  )
  return await db.transaction(async (tx) => {
    const known = await tx
      .selectFrom('journal_schemas')
      .select('id')
      .where('versions', '=', sorted)
      .executeTakeFirst()
    if (known) return known.id
    const newest = await tx
      .selectFrom('journal_schemas')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const id = (newest?.id ?? 0) + 1
    await tx.insertInto('journal_schemas').values({ id, versions: sorted }).execute()
    return id
  })
}

/** The schema versions of a number. */
export async function getSchemaVersions(db: Database, id: number): Promise<Readonly<Record<string, number>>> {
  const row = await db.sql
    .selectFrom('journal_schemas')
    .select('versions')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return JSON.parse(row.versions) as Readonly<Record<string, number>>
}

function inGroups<T>(all: readonly T[]): readonly (readonly T[])[] {
  const groups: (readonly T[])[] = []
  let at = 0
  for (const size of insertSizes) {
    while (all.length - at >= size) {
      groups.push(all.slice(at, at + size))
      at += size
    }
  }
  return groups
}
