import { type Calls, canGrantRole } from '@tavla/contract'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { NotificationRow } from '../../db/tables/operation.ts'
import { findAccount, foldEmail } from '../account/index.ts'
import { audit } from '../audit/index.ts'
import { addNotifications, announce } from '../notifications/index.ts'
import { withAccessChange } from '../spaces/index.ts'
import { endInvites } from './end-invites.ts'
import { memberView, pendingView } from './list-members.ts'
import { fitsGuest } from './policy.ts'
import { findMember, listAdmins, getPosition } from './rows.ts'

type SetRole = Calls['space']['setRole']
type Ctx = Context<SetRole>

/** Changes the role of a member or invite: up to the caller's own role, below owner. */
export async function setRole(ctx: Ctx, body: z.output<SetRole['body']>) {
  if (!canGrantRole(ctx.space.role, body.role)) return ctx.refuse('forbidden')
  if (body.email !== undefined) return setPendingRole(ctx, foldEmail(body.email), body.role)
  return setMemberRole(ctx, body.uid ?? '', body.role)
}

async function setMemberRole(ctx: Ctx, uid: string, role: z.output<SetRole['body']>['role']) {
  const { app, actor } = ctx
  const { wid } = ctx.space
  const outcome = await withAccessChange(
    app,
    wid,
    async (tx): Promise<NotificationRow[] | 'missing' | 'owner' | 'guest'> => {
      const member = await findMember(tx, wid, uid)
      if (!member) return 'missing'
      if (member.role === 'owner') return 'owner'
      if ((await findAccount(tx, uid))?.kind === 'guest' && !fitsGuest(role)) return 'guest'
      if (member.role === role) return []
      await tx.updateTable('members').set({ role }).where('wid', '=', wid).where('uid', '=', uid).execute()
      await endInvites(app, tx, { wid, uid, role })
      await audit(ctx, tx, { event: 'role.changed', subject: uid, wid, from: member.role, to: role })
      const change = { modifier: actor.uid, modified_user: uid, from_role: member.role, to_role: role }
      // Owner and admins are notified as well as the person, except the user who made the change.
      const readers = [...(await listAdmins(tx, wid)), uid].filter((reader) => reader !== actor.uid)
      return addNotifications(app, tx, await getPosition(tx, wid), readers, { type: 1003, ...change })
    },
  )
  if (outcome === 'missing') return ctx.refuse('not_found')
  if (outcome === 'owner') return ctx.refuse('owner_must_transfer')
  if (outcome === 'guest') return ctx.refuse('guest_not_allowed', { reason: 'target' })
  await announce(app, outcome)
  return memberView(app, wid, uid, { uid: actor.uid, leads: true })
}

/** The person who changes an invite becomes its inviter, so that it cannot give more than their role. */
async function setPendingRole(ctx: Ctx, email: string, role: z.output<SetRole['body']>['role']) {
  const changed = await ctx.app.db.sql
    .updateTable('invitations')
    .set({ role, inviter: ctx.actor.uid })
    .where('wid', '=', ctx.space.wid)
    .where('email', '=', email)
    .returning(['email', 'role', 'created_at'])
    .executeTakeFirst()
  return changed ? pendingView(changed) : ctx.refuse('not_found')
}
