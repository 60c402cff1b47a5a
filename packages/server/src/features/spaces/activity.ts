import type { SelectQueryBuilder } from 'kysely'
import type { App } from '../../context.ts'
import type { Tables } from '../../db/tables/tables.ts'

/**
 * Adds the time (`edited`) and author (`editor`) of each board's last edit, read from the journal so that
 * editing never writes to the space; where the newest entry was pruned, the time of its checkpoint
 * (`kept`).
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

type Changed = Readonly<Record<'edited' | 'kept', number | null> & { updated_at: number }>

/** When the board's content last changed. A new name or cover counts only until the first edit. */
export const getChangeTime = (space: Changed): number => space.edited ?? space.kept ?? space.updated_at

/** Records that somebody opened the board. A failure must not keep them out. */
export async function noteOpened(app: App, wid: string, uid: string): Promise<void> {
  const now = app.clock.now()
  try {
    const mine = app.db.sql.updateTable('members').set({ opened_at: now, active_at: now })
    await mine.where('wid', '=', wid).where('uid', '=', uid).execute()
  } catch (error) {
    app.log.warn('opening a board could not be noted', { wid, uid, error })
  }
}
