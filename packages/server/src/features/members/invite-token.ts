import { type GivenRole, isAtLeast, type Role } from '@tavla/contract'
import type { Sql } from '../../db/database.ts'
import type { InvitationRow, LinkRow } from '../../db/tables-spaces.ts'
import { hashSecret } from '../../secrets.ts'
import { findLink } from './invite-links.ts'
import { findMember } from './rows.ts'

/** What a token opens at this moment; its makers' rights are judged again each time. */
export interface OpenInvite {
  readonly wid: string
  readonly role: GivenRole
  /** Who made it, and what they may do now. */
  readonly maker: string
  readonly makersRole: Role
  readonly guests: boolean
  readonly via: { readonly link: LinkRow } | { readonly invitation: InvitationRow }
}

/** Null: unknown, revoked, used up, expired, its maker is gone or may no longer invite, or the space is in the trash. */
export async function openInvite(sql: Sql, token: string, now: number): Promise<OpenInvite | null> {
  const found = token.startsWith('l_') ? await openLink(sql, token, now) : await openInvitation(sql, token)
  if (!found) return null
  const maker = await findMember(sql, found.wid, found.maker)
  const space = await sql
    .selectFrom('spaces')
    .select('trashed_at')
    .where('wid', '=', found.wid)
    .executeTakeFirst()
  const needed = 'link' in found.via ? 'admin' : 'editor'
  if (!maker || !isAtLeast(maker.role, needed) || !space || space.trashed_at !== null) return null
  return { ...found, makersRole: maker.role }
}

type Found = Omit<OpenInvite, 'makersRole'>

async function openLink(sql: Sql, token: string, now: number): Promise<Found | null> {
  const link = await findLink(sql, token)
  if (!link) return null
  const expired = link.expires_at !== null && link.expires_at <= now
  const usedUp = link.max_uses !== null && link.uses >= link.max_uses
  if (expired || usedUp) return null
  return {
    wid: link.wid,
    role: link.role as GivenRole,
    maker: link.maker,
    guests: link.guests === 1,
    via: { link },
  }
}

async function openInvitation(sql: Sql, token: string): Promise<Found | null> {
  const invitation = await sql
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', hashSecret(token))
    .executeTakeFirst()
  if (!invitation) return null
  const { wid, inviter } = invitation
  return { wid, role: invitation.role as GivenRole, maker: inviter, guests: false, via: { invitation } }
}
