import { z } from 'zod'
import type { App } from '../../context.ts'
import { enqueue } from '../../db/jobs.ts'
import type { Tx } from '../../db/database.ts'
import { randomId } from '../../ports/random/values.ts'

/** A board is indexed after this much time without edits … */
const QUIET_MS = 5_000
/** … or, while editing continues, about this long after the first edit. */
const AT_LATEST_MS = 60_000
/**
 * Minimum time between two attempts to enqueue for one board. Shorter than `QUIET_MS`: the job that covers an edit
 * without an attempt has then not run yet, also if the clocks of two processes differ by a second.
 */
const ENQUEUE_EVERY_MS = 4_000
const MOST_REMEMBERED = 1_000

export const SnapshotPayload = z.object({ wid: z.string(), latest: z.number().optional() })

/** When this process last enqueued a board. */
const enqueued = new WeakMap<App, Map<string, number>>()

/** Called when edits of a board are in the journal; does not delay editing. */
export function boardChanged(app: App, wid: string): void {
  const now = app.clock.now()
  let times = enqueued.get(app)
  if (!times) enqueued.set(app, (times = new Map()))
  if (now - (times.get(wid) ?? Number.NEGATIVE_INFINITY) < ENQUEUE_EVERY_MS) return
  if (times.size >= MOST_REMEMBERED)
    for (const [key, at] of times) if (now - at >= ENQUEUE_EVERY_MS) times.delete(key)
  times.set(wid, now)
  app.db
    .transaction((tx) => enqueueOrDelay(app, tx, wid, now))
    .catch((error: unknown) => {
      times.delete(wid)
      app.log.warn('a look at a board could not be promised', { wid, error })
    })
}

const getKey = (wid: string): string => `boards.look:${wid}`

const getJob = (wid: string, runAt: number, latest: number) => ({
  ...{ kind: 'boards.look', key: getKey(wid), runAt },
  payload: { wid, latest },
})

/** Merged with one that waits, whichever process enqueued it. */
export async function enqueueSnapshot(app: App, wid: string, runAt: number): Promise<void> {
  await app.db.transaction((tx) => enqueue(tx, app.random, getJob(wid, runAt, runAt + AT_LATEST_MS)))
}

/**
 * One job waits for each board, and any process may run it. Afterwards one runs at the earliest `QUIET_MS` from now, so
 * it sees every edit until then: the one that waits is delayed; if it is running or may not wait longer, it gets
 * another key and a new one is enqueued.
 */
async function enqueueOrDelay(app: App, tx: Tx, wid: string, now: number): Promise<void> {
  const key = getKey(wid)
  const runAt = now + QUIET_MS
  const known = await tx.selectFrom('promises').selectAll().where('key', '=', key).executeTakeFirst()
  if (known) {
    const { latest = 0 } = SnapshotPayload.parse(JSON.parse(known.payload))
    const isWaiting = known.taken_until <= now && known.failed_at === null && runAt <= latest
    const change = isWaiting ? { run_at: runAt } : { key: `${key}:${randomId(app.random)}` }
    await tx.updateTable('promises').set(change).where('id', '=', known.id).execute()
    if (isWaiting) return
  }
  await enqueue(tx, app.random, getJob(wid, runAt, now + AT_LATEST_MS))
}
