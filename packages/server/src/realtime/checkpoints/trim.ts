import { sql as raw } from 'kysely'
import type { Database, Tx } from '../../db/database.ts'
import { oldestEdit } from '../journal/journal.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import { dropCheckpoints } from './prune.ts'
import { readExactly } from './read-checkpoint.ts'

/**
 * Deletes history before a time. The journal is deleted only up to a keyframe that was just verified and is
 * not the newest checkpoint: should the newest be damaged, the board can still be loaded. Returns the
 * oldest time left, or null when nothing was deleted.
 */
export async function trimPast(db: Database, wid: string, before: number): Promise<number | null> {
  const checkpoints = await db.sql
    .selectFrom('checkpoints')
    .select(['seq', 'time'])
    .where('wid', '=', wid)
    .orderBy('seq', 'desc')
    .execute()
  const oldest = await oldestEdit(db, wid)
  for (const { seq, time } of checkpoints.slice(1)) {
    if (time > before) continue
    const older = checkpoints.filter((other) => other.seq < seq).map((other) => other.seq)
    const isTrimmed = oldest === null || oldest > seq
    if (isTrimmed && older.length === 0) return null
    if (!(await readExactly(db, wid, seq))) continue
    await trimJournal(db, wid, seq)
    const retained = checkpoints.filter((other) => other.seq >= seq).map((other) => other.seq)
    if (older.length > 0) await dropCheckpoints(db, wid, older, retained)
    return seq
  }
  return null
}

/** In small transactions; the counters of tabs are recorded in the transaction that deletes their edits. */
async function trimJournal(db: Database, wid: string, upTo: number): Promise<void> {
  for (;;) {
    const oldest = await oldestEdit(db, wid)
    if (oldest === null || oldest > upTo) return
    const end = Math.min(upTo, oldest + realtimeLimits.trimSlice - 1)
    await db.transaction(async (tx) => {
      await noteTabs(tx, wid, end)
      await tx.deleteFrom('journal').where('wid', '=', wid).where('seq', '<=', end).execute()
    })
  }
}

async function noteTabs(tx: Tx, wid: string, end: number): Promise<void> {
  await tx
    .insertInto('trimmed_tabs')
    .columns(['wid', 'uid', 'tab', 'counter'])
    .expression((eb) =>
      eb
        .selectFrom('journal')
        .select((select) => ['wid', 'uid', 'tab', select.fn.max('counter').as('counter')])
        .where('wid', '=', wid)
        .where('seq', '<=', end)
        .groupBy(['wid', 'uid', 'tab']),
    )
    .onConflict((conflict) =>
      conflict.columns(['wid', 'uid', 'tab']).doUpdateSet({
        // Counters only grow, and later transactions have later edits.
        counter: raw<number>`excluded.counter`,
      }),
    )
    .execute()
}
