import { unlimited } from '@tavla/contract'
import type { App, Refuse } from '../../context.ts'
import type { Retention } from '../../ports/boards/port.ts'
import { getAccountLimits } from '../billing/index.ts'

const DAY_MS = 86_400_000

/** The part of a board's history that the plan makes visible. */
export interface VisibleRange extends Retention {
  /** Days of the owner's plan; -1: unlimited. */
  readonly days: number
  /** More history is stored than the plan shows. */
  readonly cut: boolean
}

/** Days of history in the plan of a space's owner. */
export async function historyDays(app: App, wid: string): Promise<number> {
  const { owner } = await app.db.sql
    .selectFrom('spaces')
    .select('owner')
    .where('wid', '=', wid)
    .executeTakeFirstOrThrow()
  return (await getAccountLimits(app, app.db.sql, owner)).historyDays
}

/** The earliest visible version is the one at the start of the plan's range. */
export async function getVisibleRange(app: App, wid: string): Promise<VisibleRange> {
  const { past } = app.boards
  const [days, stored] = await Promise.all([historyDays(app, wid), past.reach(wid)])
  if (!stored) return { first: 0, head: 0, days, cut: false }
  if (days === unlimited) return { ...stored, days, cut: false }
  const begin = Math.min(stored.head, await past.getTimeAt(wid, app.clock.now() - days * DAY_MS))
  return { first: Math.max(stored.first, begin), head: stored.head, days, cut: begin > stored.first }
}

interface VersionRequest {
  readonly app: App
  readonly space: { readonly wid: string }
  readonly refuse: Refuse<'not_found' | 'limit_reached'>
}

/** Refuses versions that do not exist or lie outside the plan's range. */
export async function checkVersion(
  { app, space: { wid }, refuse }: VersionRequest,
  seq: number,
): Promise<VisibleRange> {
  const shown = await getVisibleRange(app, wid)
  if (seq > shown.head) return refuse('not_found')
  if (seq >= shown.first) return shown
  const time = await app.boards.past.getTime(wid, seq)
  if (!shown.cut || time === null) return refuse('not_found')
  const used = Math.ceil((app.clock.now() - time) / DAY_MS)
  return refuse('limit_reached', { limit: shown.days, used })
}
