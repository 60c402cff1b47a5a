import { isAtLeast, type Role } from '@tavla/contract'
import type { App } from '../../context.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { EndedInvitationRow } from '../../db/tables/spaces.ts'

/** Anyone who opens the email of an invitation later than this only learns that it no longer works. */
const REMEMBERED_MS = 90 * 86_400_000

/** Which invitations of a space: those to an address, those of an inviter, or both. */
interface Which {
  readonly wid: string
  readonly email?: string
  readonly inviter?: string
}

/** Why they are over, and who accepted them, if anybody did. */
type End = Pick<EndedInvitationRow, 'reason'> & Partial<Pick<EndedInvitationRow, 'uid'>>

/** Takes invitations away and remembers why; answers how many there were. */
export async function endInvitations(
  app: App,
  tx: Tx,
  { wid, email, inviter }: Which,
  { reason, uid = null }: End,
): Promise<number> {
  let query = tx.deleteFrom('invitations').where('wid', '=', wid)
  if (email !== undefined) query = query.where('email', '=', email)
  if (inviter !== undefined) query = query.where('inviter', '=', inviter)
  const ended = await query.returning('token_hash').execute()
  const rows = ended.map(({ token_hash }) => ({ token_hash, wid, reason, uid, ended_at: app.clock.now() }))
  if (rows.length > 0) await tx.insertInto('ended_invitations').values(rows).execute()
  return rows.length
}

/** What became of an invitation that is over, by the hash of its token; nothing of one that never was, or long ago. */
export const findEnded = (sql: Sql, tokenHash: string): Promise<EndedInvitationRow | undefined> =>
  sql.selectFrom('ended_invitations').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()

export async function cleanUpInvitations({ db, clock }: App): Promise<void> {
  await db.sql
    .deleteFrom('ended_invitations')
    .where('ended_at', '<', clock.now() - REMEMBERED_MS)
    .execute()
}

/** What a member may still do; null: they are gone. */
interface Access {
  readonly wid: string
  readonly uid: string
  readonly role: Role | null
}

/**
 * Ends the invitations and links of somebody who may no longer make them. They are checked again when they are used, too;
 * but what is over must neither stand in a list as if it were open nor come back with a later promotion.
 */
export async function endInvites(app: App, tx: Tx, { wid, uid, role }: Access): Promise<void> {
  if (role === null || !isAtLeast(role, 'editor'))
    await endInvitations(app, tx, { wid, inviter: uid }, { reason: 'revoked' })
  if (role === null || !isAtLeast(role, 'admin'))
    await tx
      .updateTable('links')
      .set({ revoked_at: app.clock.now() })
      .where('wid', '=', wid)
      .where('maker', '=', uid)
      .where('revoked_at', 'is', null)
      .execute()
}
