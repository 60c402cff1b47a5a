import type { App } from '../../context.ts'
import type { Sql } from '../../db/database.ts'
import { getAccountLimits, isWithinLimit, countBillableMembers } from './plan-limits.ts'
import { getPlan } from './plans.ts'
import { listSeatHolders } from './seat-holders.ts'

export interface LimitUsage {
  readonly limit: number
  readonly used: number
}

interface NewMembers {
  /** Number of new members. A person given by `uid` who has a seat already needs no second one. */
  readonly count: number
  readonly uid?: string
  /** Open invitations, which also take up seats. */
  readonly pending?: number
}

/**
 * The limit that more members of a space would exceed, or null: first the plan's limit per space, then the seats that
 * its owner has paid for. Joining never buys a seat.
 */
export async function findExceededMemberLimit(
  app: App,
  sql: Sql,
  wid: string,
  newMembers: NewMembers,
): Promise<LimitUsage | null> {
  const { owner } = await sql
    .selectFrom('spaces')
    .select('owner')
    .where('wid', '=', wid)
    .executeTakeFirstOrThrow()
  const { count, uid, pending = 0 } = newMembers
  const { members: limit } = await getAccountLimits(app, sql, owner)
  const used = (await countBillableMembers(sql, wid)) + pending
  if (!isWithinLimit(limit, used, count)) return { limit, used }
  return findExceededSeats(app, sql, owner, { count, ...(uid === undefined ? {} : { uid }), pending })
}

/** Which of the people need a seat that is not available; members and seat holders need none. */
export async function listUsersWithoutSeat(
  app: App,
  sql: Sql,
  wid: string,
  uids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (uids.length === 0 || !(await findExceededMemberLimit(app, sql, wid, { count: 1 }))) return new Set()
  const { owner } = await sql
    .selectFrom('spaces')
    .select('owner')
    .where('wid', '=', wid)
    .executeTakeFirstOrThrow()
  const { members: limit } = await getAccountLimits(app, sql, owner)
  const hasRoom = isWithinLimit(limit, await countBillableMembers(sql, wid), 1)
  const holders = hasRoom ? await listSeatHolders(sql, owner) : new Set<string>()
  const members = await sql.selectFrom('members').select('uid').where('wid', '=', wid).execute()
  const inside = new Set(members.map(({ uid }) => uid))
  return new Set(uids.filter((uid) => !holders.has(uid) && !inside.has(uid)))
}

/** The seat limit that new members would exceed, or null. */
export async function findExceededSeats(
  app: App,
  sql: Sql,
  owner: string,
  { count, uid, pending = 0 }: NewMembers,
): Promise<LimitUsage | null> {
  if (app.config.limits === 'none') return null
  const { seats } = await getPlan(app, sql, owner)
  if (seats === null) return null
  const holders = await listSeatHolders(sql, owner)
  if (uid !== undefined && holders.has(uid)) return null
  const used = holders.size + pending
  return used + count <= seats ? null : { limit: seats, used }
}
