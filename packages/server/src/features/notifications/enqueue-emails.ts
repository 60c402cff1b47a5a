import type { App } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { enqueue } from '../../db/jobs.ts'

/**
 * What nobody has read after five to ten minutes goes by mail, together. The promise of one stretch of time is kept only
 * after the next one, so that no notice comes while its own stretch is being collected and is missed by it.
 */
const PERIOD_MS = 5 * 60_000

/** Part of the transaction that wrote notices for these people. */
export async function enqueueEmails(app: App, tx: Tx, uids: readonly string[]): Promise<void> {
  if (!app.mail.on) return
  const stretch = Math.floor(app.clock.now() / PERIOD_MS)
  for (const uid of uids)
    await enqueue(tx, app.random, {
      kind: 'notices.collect',
      key: `notices.collect:${uid}:${stretch}`,
      payload: { uid },
      runAt: (stretch + 2) * PERIOD_MS,
    })
}
