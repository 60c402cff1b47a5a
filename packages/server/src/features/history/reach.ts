import { unlimited } from '@tavla/contract'
import type { App, Refuse } from '../../context.ts'
import type { Retention } from '../../ports/boards/port.ts'
import { allowed } from '../billing/index.ts'

const DAY_MS = 86_400_000

/** What may be shown of a board's past. */
export interface Shown extends Retention {
  /** Of the plan of the space's owner; -1 for good. */
  readonly days: number
  /** More is kept than the plan shows. */
  readonly cut: boolean
}

/** How far back the plan of a space's owner goes, in days. */
export async function historyDays(app: App, wid: string): Promise<number> {
  const { owner } = await app.db.sql
    .selectFrom('spaces')
    .select('owner')
    .where('wid', '=', wid)
    .executeTakeFirstOrThrow()
  return (await allowed(app, app.db.sql, owner)).historyDays
}

/** The board as it was when the plan's days began is the earliest moment shown. */
export async function getShownRange(app: App, wid: string): Promise<Shown> {
  const { past } = app.boards
  const [days, kept] = await Promise.all([historyDays(app, wid), past.reach(wid)])
  if (!kept) return { first: 0, head: 0, days, cut: false }
  if (days === unlimited) return { ...kept, days, cut: false }
  const begin = Math.min(kept.head, await past.getTimeAt(wid, app.clock.now() - days * DAY_MS))
  return { first: Math.max(kept.first, begin), head: kept.head, days, cut: begin > kept.first }
}

interface Asked {
  readonly app: App
  readonly space: { readonly wid: string }
  readonly refuse: Refuse<'not_found' | 'limit_reached'>
}

/** Refuses moments that are not there or that the plan does not show. */
export async function checkVersion({ app, space: { wid }, refuse }: Asked, seq: number): Promise<Shown> {
  const shown = await getShownRange(app, wid)
  if (seq > shown.head) return refuse('not_found')
  if (seq >= shown.first) return shown
  const time = await app.boards.past.getTime(wid, seq)
  if (!shown.cut || time === null) return refuse('not_found')
  const used = Math.ceil((app.clock.now() - time) / DAY_MS)
  return refuse('limit_reached', { limit: shown.days, used })
}
