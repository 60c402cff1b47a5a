import type { App } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { enqueue } from '../../db/jobs.ts'

/**
 * Notifications that are unread after five to ten minutes are grouped in one email. The job of one period runs only after
 * the next period has passed, so that no notification is added to a period while it is being collected.
 */
const PERIOD_MS = 5 * 60_000

/** Called in the transaction that wrote notifications for these people. */
export async function enqueueEmails(app: App, tx: Tx, uids: readonly string[]): Promise<void> {
  if (!app.mail.on) return
  const period = Math.floor(app.clock.now() / PERIOD_MS)
  for (const uid of uids)
    await enqueue(tx, app.random, {
      kind: 'notices.collect',
      key: `notices.collect:${uid}:${period}`,
      payload: { uid },
      runAt: (period + 2) * PERIOD_MS,
    })
}
