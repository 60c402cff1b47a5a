import { z } from 'zod'
import type { App } from '../../context.ts'
import { foldForSearch } from '../../db/fold.ts'
import type { Job } from '../../jobs/worker.ts'
import { enqueueSnapshot } from './changed.ts'

/** Jobs enqueued per run; the next run finds the rest. */
const MOST = 1_000
/** Delay between two jobs, so that emails and other jobs run in between. */
const APART_MS = 250

/**
 * Enqueues boards with unindexed edits: from before indexing existed, or of a server that stopped too
 * early.
 */
export async function reindexBoards(app: App): Promise<void> {
  const rows = await app.db.sql
    .selectFrom('boards')
    .innerJoin('spaces', 'spaces.wid', 'boards.wid')
    .leftJoin('board_looks', 'board_looks.wid', 'boards.wid')
    .select('boards.wid')
    .where('boards.head', '>', 0)
    .where((eb) =>
      eb.or([eb('board_looks.seq', 'is', null), eb('board_looks.seq', '<', eb.ref('boards.head'))]),
    )
    .orderBy('boards.wid')
    .limit(MOST)
    .execute()
  const now = app.clock.now()
  for (const [index, { wid }] of rows.entries()) await enqueueSnapshot(app, wid, now + index * APART_MS)
}

const Payload = z.object({ names: z.boolean().default(false) })

export const reindex: Job = async (app, payload) => {
  if (Payload.parse(payload).names) await foldNames(app)
  await reindexBoards(app)
}

/** Folds the names of spaces stored before folding changed. */
async function foldNames({ db }: App): Promise<void> {
  const rows = await db.sql.selectFrom('spaces').select(['wid', 'name', 'name_key']).execute()
  for (const { wid, name, name_key } of rows) {
    const folded = foldForSearch(name)
    if (folded === name_key) continue
    // A space renamed meanwhile is folded already.
    const row = db.sql.updateTable('spaces').set({ name_key: folded }).where('wid', '=', wid)
    await row.where('name_key', '=', name_key).execute()
  }
}
