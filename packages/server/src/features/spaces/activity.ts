import type { SelectQueryBuilder } from 'kysely'
import type { App } from '../../context.ts'
import type { Tables } from '../../db/tables/tables.ts'

/**
 * With the time of each board's last edit: `edited`, and whose it was: `editor`; else `kept`. The journal knows, so editing never has to write to the
 * space; where its newest entry was pruned, the checkpoint that took its place knows.
 */
export function withEdits<O>(spaces: SelectQueryBuilder<Tables, 'members' | 'spaces', O>) {
  return spaces
    .leftJoin('boards', 'boards.wid', 'spaces.wid')
    .leftJoin('journal', (join) =>
      join.onRef('journal.wid', '=', 'boards.wid').onRef('journal.seq', '=', 'boards.head'),
    )
    .leftJoin('checkpoints', (join) =>
      join.onRef('checkpoints.wid', '=', 'boards.wid').onRef('checkpoints.seq', '=', 'boards.checkpoint'),
    )
    .select(['journal.time as edited', 'journal.uid as editor', 'checkpoints.time as kept'])
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
