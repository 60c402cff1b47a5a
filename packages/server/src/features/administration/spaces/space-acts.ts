import type { z } from 'zod'
import { announce, addNotifications } from '../../notifications/index.ts'
import { giveSpace, grantClaimNow } from '../../members/index.ts'
import { eraseSpace, raiseAccess } from '../../spaces/index.ts'
import { act, type Admin, type AdminContext } from '../act.ts'
import { requireAccount } from '../people/person.ts'
import { readSpace, requireSpace } from './space.ts'

/** Out of the trash, also above the owner's limit: an administrator repairs what went wrong. */
export async function restoreSpace(ctx: AdminContext<'restoreSpace'>, wid: string) {
  await act(ctx, 'restoreSpace', { wid }, async (tx) => {
    await requireSpace(tx, wid)
    await tx.updateTable('spaces').set({ trashed_at: null }).where('wid', '=', wid).execute()
    await raiseAccess(tx, wid)
  })
  ctx.app.push.accessChanged(wid)
  return readSpace(ctx.app, wid)
}

/** Hands a space to any full account; its members are notified, as by every transfer. */
export async function transferSpace(
  ctx: AdminContext<'transferSpace'>,
  { wid, uid }: z.output<Admin['transferSpace']['body']>,
) {
  const { app } = ctx
  const notifications = await act(ctx, 'transferSpace', { subject: uid, wid }, async (tx) => {
    const { owner, name } = await requireSpace(tx, wid)
    const heir = await requireAccount(tx, uid)
    if (heir.kind === 'guest') return ctx.refuse('guest_not_allowed', { reason: 'target' })
    if (owner === uid) return []
    await giveSpace(app, tx, wid, uid)
    await raiseAccess(tx, wid)
    const members = await tx.selectFrom('members').select('uid').where('wid', '=', wid).execute()
    const readers = members.map((member) => member.uid)
    return addNotifications(app, tx, { wid, name }, readers, { type: 1004, user: uid, from_user: owner })
  })
  app.push.accessChanged(wid)
  await announce(app, notifications)
  return readSpace(app, wid)
}

export async function grantClaim(ctx: AdminContext<'grantClaim'>, wid: string) {
  const { app } = ctx
  const notifications = await act(ctx, 'grantClaim', { wid }, async (tx) => {
    await requireSpace(tx, wid)
    return (await grantClaimNow(app, tx, wid)) ?? ctx.refuse('not_found')
  })
  app.push.accessChanged(wid)
  await announce(app, notifications)
  return readSpace(app, wid)
}

export async function removeSpace(ctx: AdminContext<'removeSpace'>, wid: string, forever: boolean) {
  const { app } = ctx
  await act(ctx, 'removeSpace', { wid, forever }, async (tx) => {
    const space = await requireSpace(tx, wid)
    if (forever) return eraseSpace(app, tx, wid)
    const trashed_at = space.trashed_at ?? app.clock.now()
    await tx.updateTable('spaces').set({ trashed_at }).where('wid', '=', wid).execute()
    await raiseAccess(tx, wid)
  })
  app.push.accessChanged(wid)
  return {}
}
