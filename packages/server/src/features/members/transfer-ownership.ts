import type { Calls } from '@tavla/contract'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { NotificationRow } from '../../db/tables/operation.ts'
import { invalid } from '../../refusals.ts'
import { findAccount } from '../account/index.ts'
import { audit } from '../audit/index.ts'
import {
  getAccountLimits,
  findExceededSeats,
  isWithinLimit,
  listSeatHolders,
  countBillableMembers,
} from '../billing/index.ts'
import { addNotifications, announce, enqueueLimitCheck } from '../notifications/index.ts'
import { withAccessChange, getSpace, findFullSpaces } from '../spaces/index.ts'
import { findMember, getMembers, getPosition } from './rows.ts'

type Transfer = Calls['space']['transferOwnership']
type Outcome =
  NotificationRow[] | 'missing' | 'guest' | 'changed' | { readonly limit: number; readonly used: number }

/** Makes another member the owner atomically: there is always exactly one owner. */
export async function transferOwnership(ctx: Context<Transfer>, uid: string) {
  const { app, actor } = ctx
  const { wid } = ctx.space
  if (uid === actor.uid) throw invalid({ uid: 'is the owner already' })
  const outcome = await withAccessChange(app, wid, (tx) => transfer(ctx, tx, uid))
  if (outcome === 'missing') return ctx.refuse('not_found')
  if (outcome === 'changed') return ctx.refuse('forbidden')
  if (outcome === 'guest') return ctx.refuse('guest_not_allowed', { reason: 'target' })
  if ('limit' in outcome) return ctx.refuse('limit_reached', { reason: 'target', ...outcome })
  await announce(app, outcome)
  return getSpace(app, actor, wid)
}

async function transfer(ctx: Context<Transfer>, tx: Tx, to: string): Promise<Outcome> {
  const { app, actor, space } = ctx
  const [wid, from] = [space.wid, actor.uid]
  const [owner, member] = [await findMember(tx, wid, from), await findMember(tx, wid, to)]
  // Of two concurrent transfers only the first one still has the owner as its caller.
  if (owner?.role !== 'owner') return 'changed'
  if (!member) return 'missing'
  if ((await findAccount(tx, to))?.kind !== 'full') return 'guest'
  const full = await findFullSpaces(app, tx, to)
  if (full) return full
  const [{ members: limit }, used] = [
    await getAccountLimits(app, tx, to),
    await countBillableMembers(tx, wid),
  ]
  if (!isWithinLimit(limit, used, 0)) return { limit, used }
  const seats = await findExceededSeats(app, tx, to, { count: await countNewHolders(tx, wid, to) })
  if (seats) return seats
  await makeOwner(tx, wid, from, to)
  await audit(ctx, tx, { event: 'owner.changed', subject: to, wid, from, by: 'transfer' })
  await enqueueLimitCheck(app, tx, { wid, of: 'spaces' })
  const readers = (await getMembers(tx, wid)).filter((reader) => reader !== from)
  return addNotifications(app, tx, await getPosition(tx, wid), readers, {
    type: 1004,
    user: to,
    from_user: from,
  })
}

/** Members who do not have a seat with that owner yet. */
async function countNewHolders(tx: Tx, wid: string, owner: string): Promise<number> {
  const holders = await listSeatHolders(tx, owner)
  const members = await tx
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.uid', 'members.uid')
    .select('members.uid')
    .where('members.wid', '=', wid)
    .where((eb) => eb.or([eb('accounts.kind', '=', 'full'), eb('members.via', '!=', 'link')]))
    .execute()
  return members.filter(({ uid }) => !holders.has(uid)).length
}

export async function makeOwner(tx: Tx, wid: string, from: string, to: string): Promise<void> {
  await tx
    .updateTable('members')
    .set({ role: 'admin' })
    .where('wid', '=', wid)
    .where('uid', '=', from)
    .execute()
  await tx
    .updateTable('members')
    .set({ role: 'owner' })
    .where('wid', '=', wid)
    .where('uid', '=', to)
    .execute()
  await tx.updateTable('spaces').set({ owner: to, successor: null }).where('wid', '=', wid).execute()
}
