import type { GivenRole } from '@tavla/contract'
import type { App } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import type { NotificationRow } from '../../../db/tables/operation.ts'
import { findAccount } from '../../account/index.ts'
import { createServerOrigin } from '../../audit/index.ts'
import { getPlan } from '../../billing/index.ts'
import { raiseAccess } from '../../spaces/index.ts'
import { givenRole } from '../policy.ts'
import { findRequest } from './access-requests.ts'
import { grantRequest } from './decide-access.ts'

/** The request that a purchase of seats approves. */
export interface SeatRequest {
  readonly wid: string
  readonly uid: string
  readonly role: GivenRole
}

/** A purchase that takes longer no longer grants requests. */
const APPROVAL_TTL_MS = 24 * 3_600_000

/**
 * Records that the owner's purchase of seats grants a request. False: there is no such request, or the
 * caller is not the owner.
 */
export async function approveWithSeats(
  app: App,
  tx: Tx,
  owner: string,
  { seats, wid, uid, role }: SeatRequest & { readonly seats: number },
): Promise<boolean> {
  const row = await findRequest(tx, wid, uid)
  const space = await tx.selectFrom('spaces').select('owner').where('wid', '=', wid).executeTakeFirst()
  if (row?.state !== 'waiting' || space?.owner !== owner) return false
  const approval = { wid, uid, owner, role, seats, created_at: app.clock.now() }
  await tx
    .insertInto('seat_approvals')
    .values(approval)
    .onConflict((conflict) => conflict.columns(['wid', 'uid']).doUpdateSet(approval))
    .execute()
  return true
}

/** Grants the requests for which the paid seats were ordered; withdrawn and answered ones are skipped. */
export async function grantPaidRequests(
  app: App,
  tx: Tx,
  owner: string,
): Promise<{ readonly wids: readonly string[]; readonly notifications: NotificationRow[] }> {
  const { seats } = await getPlan(app, tx, owner)
  const wids: string[] = []
  const notifications: NotificationRow[] = []
  if (seats === null) return { wids, notifications }
  await tx
    .deleteFrom('seat_approvals')
    .where('created_at', '<', app.clock.now() - APPROVAL_TTL_MS)
    .execute()
  const paid = await tx
    .deleteFrom('seat_approvals')
    .where('owner', '=', owner)
    .where('seats', '<=', seats)
    .returningAll()
    .execute()
  for (const { wid, uid, role } of paid) {
    const space = await tx.selectFrom('spaces').select('owner').where('wid', '=', wid).executeTakeFirst()
    const [row, account] = [await findRequest(tx, wid, uid), await findAccount(tx, uid)]
    if (row?.state !== 'waiting' || !account || space?.owner !== owner) continue
    const given = givenRole(role as GivenRole, 'owner', account.kind)
    const granted = await grantRequest(tx, { visit: createServerOrigin(app), decider: owner, row }, given)
    // Somebody else took the seat first: the request stays pending, and its page says why.
    if ('limit' in granted) continue
    await raiseAccess(tx, wid)
    wids.push(wid)
    notifications.push(...granted.notifications)
  }
  return { wids, notifications }
}
