import type { Calls } from '@tavla/contract'
import type { z } from 'zod'
import type { App, Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { NotificationRow } from '../../db/tables/operation.ts'
import { foldEmail } from '../account/index.ts'
import { audit } from '../audit/index.ts'
import { addNotifications, announce } from '../notifications/index.ts'
import { withAccessChange } from '../spaces/index.ts'
import { endInvitations, endInvites } from './end-invites.ts'
import { canManageSpace } from './policy.ts'
import { findMember, listAdmins, getPosition } from './rows.ts'

type RemoveMember = Calls['space']['removeMember']
type Ctx = Context<RemoveMember>

/** Leaves a space, removes a member, or withdraws an invite. */
export async function removeMember(ctx: Ctx, query: z.output<RemoveMember['query']>) {
  if (query.email !== undefined) return withdraw(ctx, foldEmail(query.email))
  const { app, actor } = ctx
  const { wid } = ctx.space
  const uid = query.uid ?? ''
  if (uid !== actor.uid && !canManageSpace(ctx.space.role)) return ctx.refuse('forbidden')
  const outcome = await withAccessChange(
    app,
    wid,
    async (tx): Promise<NotificationRow[] | 'missing' | 'owner'> => {
      const member = await findMember(tx, wid, uid)
      if (!member) return 'missing'
      if (member.role === 'owner') return 'owner'
      if (uid !== actor.uid) await insertRemoval(app, tx, wid, uid)
      const event = uid === actor.uid ? 'member.left' : 'member.removed'
      await audit(ctx, tx, { event, subject: uid, wid })
      return removeFromSpace(app, tx, wid, uid, actor.uid)
    },
  )
  if (outcome === 'missing') return ctx.refuse('not_found')
  if (outcome === 'owner') return ctx.refuse('owner_must_transfer')
  await announce(app, outcome)
  return {}
}

/**
 * Ends a membership and what depends on it; notifies the space's admins and the person, without naming who
 * did it.
 */
export async function removeFromSpace(
  app: App,
  tx: Tx,
  wid: string,
  uid: string,
  by: string = uid,
): Promise<NotificationRow[]> {
  await tx.deleteFrom('members').where('wid', '=', wid).where('uid', '=', uid).execute()
  await tx.deleteFrom('access_requests').where('wid', '=', wid).where('uid', '=', uid).execute()
  await endInvites(app, tx, { wid, uid, role: null })
  await tx
    .updateTable('spaces')
    .set({ successor: null })
    .where('wid', '=', wid)
    .where('successor', '=', uid)
    .execute()
  const readers = [...(await listAdmins(tx, wid)), uid].filter((reader) => reader !== by)
  return addNotifications(app, tx, await getPosition(tx, wid), readers, { type: 1002, user: uid })
}

/** Recorded, so that no link lets a removed person in again. */
async function insertRemoval(app: App, tx: Tx, wid: string, uid: string): Promise<void> {
  const row = { wid, uid, removed_at: app.clock.now() }
  await tx
    .insertInto('removed_members')
    .values(row)
    .onConflict((conflict) => conflict.columns(['wid', 'uid']).doUpdateSet(row))
    .execute()
}

/** By an admin, or by the person who sent it. */
async function withdraw(ctx: Ctx, email: string) {
  const { app, actor, space } = ctx
  const own = canManageSpace(space.role) ? {} : { inviter: actor.uid }
  const withdrawn = await app.db.transaction((tx) =>
    endInvitations(app, tx, { wid: space.wid, email, ...own }, { reason: 'revoked' }),
  )
  return withdrawn > 0 ? {} : ctx.refuse('not_found')
}
