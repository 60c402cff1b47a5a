import type { App } from '../../context.ts'
import { enqueue } from '../../db/jobs.ts'
import { randomId } from '../../ports/random/values.ts'

/** A board is looked at once it was left alone for so long … */
const QUIET_MS = 5_000
/** … or, while people go on, this long after their first edit. */
const AT_LATEST_MS = 60_000
/** Older than this the look was another process's, or failed; the next edit promises one anew. */
const FORGOTTEN_MS = 2 * AT_LATEST_MS

interface Waiting {
  readonly since: number
  last: number
}

/** Boards with edits that nobody has looked at, of this process; what is lost with it the survey finds. */
const waiting = new WeakMap<App, Map<string, Waiting>>()

function getWaiting(app: App): Map<string, Waiting> {
  let mine = waiting.get(app)
  if (!mine) waiting.set(app, (mine = new Map()))
  return mine
}

/** Edits of this board are safe in the journal. Editing itself waits for nothing here. */
export function boardChanged(app: App, wid: string): void {
  const boards = getWaiting(app)
  const now = app.clock.now()
  const known = boards.get(wid)
  if (known && now - known.since < FORGOTTEN_MS) {
    known.last = now
    return
  }
  boards.set(wid, { since: now, last: now })
  enqueueSnapshot(app, wid, now + QUIET_MS).catch((error: unknown) => {
    boards.delete(wid)
    app.log.warn('a look at a board could not be promised', { wid, error })
  })
}

/** The key is new each time: an edit during the look needs another one. */
export async function enqueueSnapshot(app: App, wid: string, runAt: number): Promise<void> {
  const key = `boards.look:${wid}:${randomId(app.random)}`
  await app.db.transaction((tx) =>
    enqueue(tx, app.random, { kind: 'boards.look', key, payload: { wid }, runAt }),
  )
}

/** When to try again, where people are still at work; null: now, and edits from here on want another look. */
export function pauseBefore(app: App, wid: string): number | null {
  const boards = getWaiting(app)
  const mine = boards.get(wid)
  if (mine) {
    const due = Math.min(mine.last + QUIET_MS, mine.since + AT_LATEST_MS)
    if (app.clock.now() < due) return due
  }
  boards.delete(wid)
  return null
}
