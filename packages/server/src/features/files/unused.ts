import { lifetimes } from '@tavla/contract'
import type { ExpressionBuilder } from 'kysely'
import type { App } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { enqueue } from '../../db/jobs.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { fileKey } from '../../ports/files/port.ts'
import { randomId } from '../../ports/random/values.ts'

/** Boards with new edits that are read in one round; the rest follows in the next. */
const INDEXED = 1_000
/** Boards of which all that is kept is read in one round, since that takes long. */
const CHECKED = 20
/** How often all that is kept of a board is read: what was trimmed from its history names files no more. */
const CHECK_EACH_MS = 7 * 86_400_000
/** Ids in one statement. */
const BATCH = 500
/** Files deleted in one transaction, and transactions in one round. */
const [DELETED, ROUNDS] = [100, 50]

/**
 * Deletes files that no board has named for 30 days: not in its state, its history as far as it is kept, or its
 * suggestions. Boards in the trash count as well, and boards that a file was pasted to from another one. An edit that
 * names one again protects it before it is journaled (`db/jobs.ts`).
 */
export async function collectUnusedFiles(app: App): Promise<void> {
  const isComplete = await indexBoards(app)
  await checkBoards(app)
  await markFiles(app)
  // A board that was not read yet may name anything.
  if (!isComplete) return
  for (let round = 0; round < ROUNDS; round++) if ((await deleteUnused(app)) < DELETED) return
}

/** Adds the files that new edits name. False if boards are left, or some could not be read. */
async function indexBoards(app: App): Promise<boolean> {
  const boards = await app.db.sql
    .selectFrom('boards')
    .leftJoin('board_file_index', 'board_file_index.wid', 'boards.wid')
    .select(['boards.wid', 'boards.head', 'board_file_index.seq'])
    .where((eb) => eb(eb.ref('boards.head'), '>', eb.fn.coalesce('board_file_index.seq', eb.lit(0))))
    .limit(INDEXED)
    .execute()
  let isComplete = boards.length < INDEXED
  for (const { wid, head, seq } of boards) {
    const found = await findNamed(app, wid, seq ?? 0)
    if (!found) isComplete = false
    else
      await app.db.transaction(async (tx) => {
        await insertNamed(tx, wid, found)
        await tx
          .insertInto('board_file_index')
          .values({ wid, seq: head, checked_at: app.clock.now() })
          .onConflict((conflict) => conflict.column('wid').doUpdateSet({ seq: head }))
          .execute()
      })
  }
  return isComplete
}

/** Forgets files that a board no longer names. */
async function checkBoards(app: App): Promise<void> {
  const now = app.clock.now()
  const boards = await app.db.sql
    .selectFrom('board_file_index')
    .innerJoin('boards', 'boards.wid', 'board_file_index.wid')
    .select(['boards.wid', 'boards.head'])
    .where('board_file_index.checked_at', '<', now - CHECK_EACH_MS)
    .whereRef('board_file_index.seq', '=', 'boards.head')
    .orderBy('board_file_index.checked_at')
    .limit(CHECKED)
    .execute()
  for (const { wid, head } of boards) {
    const named = await findNamed(app, wid, 0)
    await app.db.transaction(async (tx) => {
      await tx.updateTable('board_file_index').set({ checked_at: now }).where('wid', '=', wid).execute()
      // The board's row stays locked until the end. An edit that was made meanwhile may name a file again.
      const { numUpdatedRows } = await tx
        .updateTable('boards')
        .set({ head })
        .where('wid', '=', wid)
        .where('head', '=', head)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 1n && named) await deleteOthers(tx, wid, named)
    })
  }
}

async function deleteOthers(tx: Tx, wid: string, named: ReadonlySet<string>): Promise<void> {
  const rows = await tx.selectFrom('board_files').select('file_id').where('wid', '=', wid).execute()
  const gone = rows.map(({ file_id }) => file_id).filter((id) => !named.has(id))
  for (let at = 0; at < gone.length; at += BATCH)
    await tx
      .deleteFrom('board_files')
      .where('wid', '=', wid)
      .where('file_id', 'in', gone.slice(at, at + BATCH))
      .execute()
}

/** Files that a board names after an edit; null when something cannot be read. */
async function findNamed(app: App, wid: string, after: number): Promise<ReadonlySet<string> | null> {
  const named = new Set<string>()
  try {
    for await (const ids of app.boards.past.ids(wid, after))
      for (const id of await findFiles(
        app,
        [...ids].filter((each) => !named.has(each)),
      ))
        named.add(id)
    return named
  } catch (error) {
    app.log.warn('the files of a board cannot be listed', { wid, error })
    return null
  }
}

async function findFiles(app: App, ids: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (let at = 0; at < ids.length; at += BATCH) {
    const rows = await app.db.sql
      .selectFrom('files')
      .select('id')
      .where('id', 'in', ids.slice(at, at + BATCH))
      .execute()
    found.push(...rows.map(({ id }) => id))
  }
  return found
}

async function insertNamed(tx: Tx, wid: string, named: ReadonlySet<string>): Promise<void> {
  const rows = [...named].map((file_id) => ({ wid, file_id }))
  for (let at = 0; at < rows.length; at += BATCH)
    await tx
      .insertInto('board_files')
      .values(rows.slice(at, at + BATCH))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

const isNamed = (eb: ExpressionBuilder<Tables, 'files'>) =>
  eb.selectFrom('board_files').select('wid').whereRef('board_files.file_id', '=', 'files.id')

/** Notes since when no board names a file. */
async function markFiles({ db, clock }: App): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .updateTable('files')
      .set({ unused_since: clock.now() })
      .where('state', '=', 'stored')
      .where('unused_since', 'is', null)
      .where((eb) => eb.not(eb.exists(isNamed(eb))))
      .execute()
    await tx
      .updateTable('files')
      .set({ unused_since: null })
      .where('unused_since', 'is not', null)
      .where((eb) => eb.exists(isNamed(eb)))
      .execute()
  })
}

/** Deletes rows now and the bytes after the commit; returns how many. */
async function deleteUnused(app: App): Promise<number> {
  const now = app.clock.now()
  return await app.db.transaction(async (tx) => {
    const rows = await tx
      .selectFrom('files')
      .select('id')
      .where('unused_since', '<', now - lifetimes.unusedFileMs)
      .where((eb) => eb.not(eb.exists(isNamed(eb))))
      .limit(DELETED)
      .execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return 0
    // Again, because an edit may just have named one; the database waits for it, or it for the database.
    const deleted = await tx
      .deleteFrom('files')
      .where('id', 'in', ids)
      .where('unused_since', '<', now - lifetimes.unusedFileMs)
      .returning('id')
      .execute()
    if (deleted.length === 0) return 0
    await enqueue(tx, app.random, {
      kind: 'files.erase',
      key: `files.erase:${randomId(app.random)}`,
      payload: { keys: deleted.map(({ id }) => fileKey(id)) },
      runAt: now,
    })
    return ids.length
  })
}
