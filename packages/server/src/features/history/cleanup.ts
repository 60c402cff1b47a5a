import { unlimited } from '@tavla/contract'
import type { App } from '../../context.ts'
import { historyDays } from './visible-range.ts'

const DAY_MS = 86_400_000
/** History is kept this many days longer than the plan shows, so that a renewed plan loses nothing. */
const GRACE_DAYS = 30

/** Deletes history that is older than the plans' range. */
export async function cleanUpHistory(app: App): Promise<void> {
  const boards = await app.db.sql.selectFrom('boards').select('wid').execute()
  for (const { wid } of boards) {
    const days = await historyDays(app, wid)
    if (days === unlimited) continue
    const oldest = await app.boards.past.trim(wid, app.clock.now() - (days + GRACE_DAYS) * DAY_MS)
    // Named versions that can never be shown again are deleted.
    if (oldest !== null)
      await app.db.sql.deleteFrom('versions').where('wid', '=', wid).where('seq', '<', oldest).execute()
  }
}
