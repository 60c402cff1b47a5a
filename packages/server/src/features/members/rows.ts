import { personColorCount } from '@tavla/contract'
import type { Role } from '@tavla/contract'
import type { App } from '../../context.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { MemberRow } from '../../db/tables/spaces.ts'
import { endInvitations } from './end-invites.ts'

export const findMember = (sql: Sql, wid: string, uid: string): Promise<MemberRow | undefined> =>
  sql.selectFrom('members').selectAll().where('wid', '=', wid).where('uid', '=', uid).executeTakeFirst()

export interface Joining {
  readonly wid: string
  readonly uid: string
  readonly role: Role
  readonly via: MemberRow['via']
}

/** Adds a member, which settles a removal, a request and their own invites. */
export async function insertMember(app: App, tx: Tx, { wid, uid, role, via }: Joining): Promise<void> {
  const color = await freeColor(tx, wid)
  const joined = { wid, uid, role, via, joined_at: app.clock.now(), starred: 0, folder: null, color }
  await tx
    .insertInto('members')
    .values({ ...joined, active_at: null, opened_at: null })
    .execute()
  await tx.deleteFrom('removed_members').where('wid', '=', wid).where('uid', '=', uid).execute()
  const account = await tx
    .selectFrom('accounts')
    .select('email')
    .where('uid', '=', uid)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  // An unverified address may not be this person's, so its invite stays for the recipient of the email.
  if (account?.email) await endInvitations(app, tx, { wid, email: account.email }, { reason: 'used_up', uid })
}

/** The colour used by the fewest members of the space; the first of several. */
async function freeColor(tx: Tx, wid: string): Promise<number> {
  const rows = await tx
    .selectFrom('members')
    .select((eb) => ['color', eb.fn.countAll<number>().as('members')])
    .where('wid', '=', wid)
    .groupBy('color')
    .execute()
  const used = new Map(rows.map(({ color, members }) => [color, Number(members)]))
  const colors = Array.from({ length: personColorCount }, (_, color) => color)
  const least = Math.min(...colors.map((color) => used.get(color) ?? 0))
  return colors.find((color) => (used.get(color) ?? 0) === least) ?? 0
}

/** Everybody in the space. */
export async function getMembers(sql: Sql, wid: string): Promise<string[]> {
  const rows = await sql.selectFrom('members').select('uid').where('wid', '=', wid).execute()
  return rows.map(({ uid }) => uid)
}

/** Owner and admins, who are notified when people join or leave. */
export async function listAdmins(sql: Sql, wid: string): Promise<string[]> {
  const rows = await sql
    .selectFrom('members')
    .select('uid')
    .where('wid', '=', wid)
    .where('role', 'in', ['owner', 'admin'])
    .execute()
  return rows.map(({ uid }) => uid)
}

export async function getPosition(sql: Sql, wid: string): Promise<{ wid: string; name: string }> {
  return sql.selectFrom('spaces').select(['wid', 'name']).where('wid', '=', wid).executeTakeFirstOrThrow()
}
