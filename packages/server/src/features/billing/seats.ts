import type { App } from '../../context.ts'
import type { Sql } from '../../db/database.ts'
import { allowed, fits, paidMembers } from './plan-limits.ts'
import { getPlan } from './plans.ts'
import { listSeatHolders } from './seat-holders.ts'

export interface LimitFigures {
  readonly limit: number
  readonly used: number
}

interface Joining {
  /** New members; those of them that are known already by `uid` need no second seat. */
  readonly count: number
  readonly uid?: string
  /** Who was invited before and counts too. */
  readonly pending?: number
}

/**
 * Figures that are in the way of more members of a space, or null: of the plan for each space, then of the seats that
 * its owner has paid. Nobody's joining buys a seat.
 */
export async function findFullSeats(
  app: App,
  sql: Sql,
  wid: string,
  joining: Joining,
): Promise<LimitFigures | null> {
  const { owner } = await sql
    .selectFrom('spaces')
    .select('owner')
    .where('wid', '=', wid)
    .executeTakeFirstOrThrow()
  const { count, uid, pending = 0 } = joining
  const { members: limit } = await allowed(app, sql, owner)
  const used = (await paidMembers(sql, wid)) + pending
  if (!fits(limit, used, count)) return { limit, used }
  return findMissingSeats(app, sql, owner, { count, ...(uid === undefined ? {} : { uid }), pending })
}

/** Those of the people for whom there is no room in a space: who has a seat already, or is in, needs none. */
export async function listSeatless(
  app: App,
  sql: Sql,
  wid: string,
  uids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (uids.length === 0 || !(await findFullSeats(app, sql, wid, { count: 1 }))) return new Set()
  const { owner } = await sql
    .selectFrom('spaces')
    .select('owner')
    .where('wid', '=', wid)
    .executeTakeFirstOrThrow()
  const { members: limit } = await allowed(app, sql, owner)
  const hasRoom = fits(limit, await paidMembers(sql, wid), 1)
  const holders = hasRoom ? await listSeatHolders(sql, owner) : new Set<string>()
  const members = await sql.selectFrom('members').select('uid').where('wid', '=', wid).execute()
  const inside = new Set(members.map(({ uid }) => uid))
  return new Set(uids.filter((uid) => !holders.has(uid) && !inside.has(uid)))
}

/** Seats that an owner would have to buy for that, or null. */
export async function findMissingSeats(
  app: App,
  sql: Sql,
  owner: string,
  { count, uid, pending = 0 }: Joining,
): Promise<LimitFigures | null> {
  if (app.config.limits === 'none') return null
  const { seats } = await getPlan(app, sql, owner)
  if (seats === null) return null
  const holders = await listSeatHolders(sql, owner)
  if (uid !== undefined && holders.has(uid)) return null
  const used = holders.size + pending
  return used + count <= seats ? null : { limit: seats, used }
}
