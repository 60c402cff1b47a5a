import type { App } from '../../context.ts'
import type { Sql } from '../../db/database.ts'
import { allowed, fits, paidMembers } from '../billing/index.ts'

/** Figures that are in the way of `more` members (beside `pending`, who count too), or null. */
export async function seatsMissing(
  app: App,
  sql: Sql,
  wid: string,
  more: number,
  pending = 0,
): Promise<{ limit: number; used: number } | null> {
  const { owner } = await sql
    .selectFrom('spaces')
    .select('owner')
    .where('wid', '=', wid)
    .executeTakeFirstOrThrow()
  const limit = allowed(app, owner).members
  const used = (await paidMembers(sql, wid)) + pending
  return fits(limit, used, more) ? null : { limit, used }
}
