import { isAtLeast } from '@tavla/contract'
import type { App } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { findMember, insertMember } from './rows.ts'
import { makeOwner } from './transfer-ownership.ts'

/** Makes an account the owner, member or not; a former owner who is still a member becomes an admin. */
export async function giveSpace(app: App, tx: Tx, wid: string, to: string): Promise<void> {
  const { owner } = await tx
    .selectFrom('spaces')
    .select('owner')
    .where('wid', '=', wid)
    .executeTakeFirstOrThrow()
  if (owner === to) return
  if (!(await findMember(tx, wid, to)))
    await insertMember(app, tx, { wid, uid: to, role: 'admin', via: 'mail' })
  await makeOwner(tx, wid, owner, to)
  await tx.deleteFrom('claims').where('wid', '=', wid).execute()
}

/**
 * Gives `into` the membership of `from` where that is more: role, groups, star and folder. Ownership is
 * transferred separately.
 */
export async function mergeMember(app: App, tx: Tx, wid: string, from: string, into: string): Promise<void> {
  const member = await findMember(tx, wid, from)
  if (!member) return
  const known = await findMember(tx, wid, into)
  const role = member.role === 'owner' ? 'admin' : member.role
  if (!known) {
    const { via, folder, starred, joined_at, opened_at, active_at } = member
    await insertMember(app, tx, { wid, uid: into, role, via })
    await tx
      .updateTable('members')
      .set({ folder, starred, joined_at, opened_at, active_at })
      .where('wid', '=', wid)
      .where('uid', '=', into)
      .execute()
  } else if (!isAtLeast(known.role, role)) {
    await tx.updateTable('members').set({ role }).where('wid', '=', wid).where('uid', '=', into).execute()
  }
  const groups = await tx
    .selectFrom('group_members')
    .select('group_id')
    .where('wid', '=', wid)
    .where('uid', '=', from)
    .execute()
  for (const { group_id } of groups)
    await tx
      .insertInto('group_members')
      .values({ group_id, wid, uid: into })
      .onConflict((conflict) => conflict.columns(['group_id', 'uid']).doNothing())
      .execute()
}
