import type { App } from '../../context.ts'
import { enqueue } from '../../db/jobs.ts'
import { randomId } from '../../ports/random/values.ts'

/** A board is indexed after this much time without edits … */
const QUIET_MS = 5_000
/** … or, while editing continues, this long after the first edit. */
const AT_LATEST_MS = 60_000
/** After this long the job is assumed lost, and the next edit enqueues a new one. */
const FORGOTTEN_MS = 2 * AT_LATEST_MS

interface DirtyBoard {
  readonly since: number
  last: number
}

/**
 * Boards of this process with edits that are not indexed yet. `reindexBoards` finds those lost with a
 * process.
 */
const waiting = new WeakMap<App, Map<string, DirtyBoard>>()

function getDirtyBoards(app: App): Map<string, DirtyBoard> {
  let mine = waiting.get(app)
  if (!mine) waiting.set(app, (mine = new Map()))
  return mine
}

/** Called when edits of a board are in the journal; does not delay editing. */
export function boardChanged(app: App, wid: string): void {
  const boards = getDirtyBoards(app)
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

/** The key is new each time, because an edit during the job needs another one. */
export async function enqueueSnapshot(app: App, wid: string, runAt: number): Promise<void> {
  const key = `boards.look:${wid}:${randomId(app.random)}`
  await app.db.transaction((tx) =>
    enqueue(tx, app.random, { kind: 'boards.look', key, payload: { wid }, runAt }),
  )
}

/** When to retry while people are still editing; null: run now, and later edits need another job. */
export function pauseBefore(app: App, wid: string): number | null {
  const boards = getDirtyBoards(app)
  const mine = boards.get(wid)
  if (mine) {
    const due = Math.min(mine.last + QUIET_MS, mine.since + AT_LATEST_MS)
    if (app.clock.now() < due) return due
  }
  boards.delete(wid)
  return null
}
