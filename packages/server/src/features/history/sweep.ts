import { unlimited } from '@tavla/contract'
import type { App } from '../../context.ts'
import { historyDays } from './reach.ts'

const DAY_MS = 86_400_000
/** Kept beyond what the plan shows, so that a plan that ends and comes back has lost nothing. */
const GRACE_DAYS = 30

/** Forgets what is older than the plans' history. */
export async function cleanUpHistory(app: App): Promise<void> {
  const boards = await app.db.sql.selectFrom('boards').select('wid').execute()
  for (const { wid } of boards) {
    const days = await historyDays(app, wid)
    if (days === unlimited) continue
    const oldest = await app.boards.past.trim(wid, app.clock.now() - (days + GRACE_DAYS) * DAY_MS)
    // What can never be shown again has no use for a name.
    if (oldest !== null)
      await app.db.sql.deleteFrom('versions').where('wid', '=', wid).where('seq', '<', oldest).execute()
  }
}
