import { sql as raw } from 'kysely'
import type { Database, Tx } from '../../db/database.ts'
import { oldestEdit } from '../journal/journal.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import { dropCheckpoints } from './prune.ts'
import { readExactly } from './read-checkpoint.ts'

/**
 * Deletes history before a time. The journal goes only up to a keyframe that was just read whole and is not the newest
 * one: should the newest be damaged, the board can still be made from what stays. Answers the oldest moment that is left,
 * or null when nothing was to be forgotten.
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
    const kept = checkpoints.filter((other) => other.seq >= seq).map((other) => other.seq)
    if (older.length > 0) await dropCheckpoints(db, wid, older, kept)
    return seq
  }
  return null
}

/** In slices that hold up nobody; what a tab had sent is noted in the transaction that forgets the edits. */
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
        // Counters only rise, and later slices bring later edits.
        counter: raw<number>`excluded.counter`,
      }),
    )
    .execute()
}
