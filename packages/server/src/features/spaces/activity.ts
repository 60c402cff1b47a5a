import type { App } from '../../context.ts'
import type { Sql } from '../../db/database.ts'

/**
 * When each board was last edited. The journal knows, so editing never has to write to the space; where its newest
 * entry was pruned, the checkpoint that took its place knows.
 */
export async function editedAt(sql: Sql, wids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (wids.length === 0) return new Map()
  const rows = await sql
    .selectFrom('boards')
    .leftJoin('journal', (join) =>
      join.onRef('journal.wid', '=', 'boards.wid').onRef('journal.seq', '=', 'boards.head'),
    )
    .leftJoin('checkpoints', (join) =>
      join.onRef('checkpoints.wid', '=', 'boards.wid').onRef('checkpoints.seq', '=', 'boards.checkpoint'),
    )
    .select(['boards.wid', 'journal.time as edited', 'checkpoints.time as kept'])
    .where('boards.wid', 'in', wids)
    .execute()
  return new Map(rows.map(({ wid, edited, kept }) => [wid, edited ?? kept ?? 0]))
}

/** Somebody opened the board. Failing to note it must not keep them out. */
export async function noteOpened(app: App, wid: string, uid: string): Promise<void> {
  const now = app.clock.now()
  try {
    const mine = app.db.sql.updateTable('members').set({ opened_at: now, active_at: now })
    await mine.where('wid', '=', wid).where('uid', '=', uid).execute()
  } catch (error) {
    app.log.warn('opening a board could not be noted', { wid, uid, error })
  }
}
