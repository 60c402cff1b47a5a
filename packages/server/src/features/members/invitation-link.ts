import type { Calls } from '@tavla/contract'
import type { Context } from '../../context.ts'
import { foldEmail } from '../account/index.ts'
import { inviteUrl } from './invite-members.ts'
import { canManageSpace } from './policy.ts'

/**
 * The link of a pending invitation, for its sender and admins. The recipient's mailbox is no longer the only
 * place of its token, so from now on accepting it does not confirm the address.
 */
export async function getInvitationLink(ctx: Context<Calls['space']['invitationLink']>, address: string) {
  const { app, actor, space } = ctx
  const row = await app.db.sql
    .updateTable('invitations')
    .set({ mailed: 0 })
    .where('wid', '=', space.wid)
    .where('email', '=', foldEmail(address))
    .$if(!canManageSpace(space.role), (query) => query.where('inviter', '=', actor.uid))
    .returning(['id', 'wid', 'voice'])
    .executeTakeFirst()
  return row ? { link: inviteUrl(app, row) } : ctx.refuse('not_found')
}
