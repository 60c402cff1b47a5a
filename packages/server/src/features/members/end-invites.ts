import { isAtLeast, type Role } from '@tavla/contract'
import type { App } from '../../context.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { EndedInvitationRow } from '../../db/tables/spaces.ts'

/** After this time an ended invite only shows that it no longer works. */
const REMEMBERED_MS = 90 * 86_400_000

/** Selects invites of a space by address, inviter or both. */
interface InvitationFilter {
  readonly wid: string
  readonly email?: string
  readonly inviter?: string
}

/** Why they ended, and who accepted them, if anybody did. */
type InvitationEnd = Pick<EndedInvitationRow, 'reason'> & Partial<Pick<EndedInvitationRow, 'uid'>>

/** Deletes invites and records why; returns their number. */
export async function endInvitations(
  app: App,
  tx: Tx,
  { wid, email, inviter }: InvitationFilter,
  { reason, uid = null }: InvitationEnd,
): Promise<number> {
  let query = tx.deleteFrom('invitations').where('wid', '=', wid)
  if (email !== undefined) query = query.where('email', '=', email)
  if (inviter !== undefined) query = query.where('inviter', '=', inviter)
  const ended = await query.returning('token_hash').execute()
  const rows = ended.map(({ token_hash }) => ({ token_hash, wid, reason, uid, ended_at: app.clock.now() }))
  if (rows.length > 0) await tx.insertInto('ended_invitations').values(rows).execute()
  return rows.length
}

/** Outcome of an ended invite by token hash; undefined when unknown or older than the retention. */
export const findEnded = (sql: Sql, tokenHash: string): Promise<EndedInvitationRow | undefined> =>
  sql.selectFrom('ended_invitations').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()

export async function cleanUpInvitations({ db, clock }: App): Promise<void> {
  await db.sql
    .deleteFrom('ended_invitations')
    .where('ended_at', '<', clock.now() - REMEMBERED_MS)
    .execute()
}

/** A member's role; null: no longer a member. */
interface Access {
  readonly wid: string
  readonly uid: string
  readonly role: Role | null
}

/**
 * Ends invites and links that their creator's role no longer allows. They are checked again on use; but
 * ended ones must not be listed as open or come back with a later promotion.
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
