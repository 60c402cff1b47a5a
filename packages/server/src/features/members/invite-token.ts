import { type GivenRole, isAtLeast, type Role } from '@tavla/contract'
import type { Sql } from '../../db/database.ts'
import type { InvitationRow, LinkRow } from '../../db/tables/spaces.ts'
import { hashSecret } from '../../secrets.ts'
import { findEnded } from './end-invites.ts'
import { findLink } from './invite-links.ts'
import { findMember } from './rows.ts'

/** What a token currently grants; its creator's role is checked on every use. */
export interface OpenInvite {
  readonly wid: string
  readonly role: GivenRole
  /** Who created it, and their current role. */
  readonly maker: string
  readonly makersRole: Role
  readonly guests: boolean
  readonly via: { readonly link: LinkRow } | { readonly invitation: InvitationRow }
}

/** The space that this account joined with this emailed token; null for any other token. */
export async function findAcceptedSpace(sql: Sql, token: string, uid: string): Promise<string | null> {
  const ended = await findEnded(sql, hashSecret(token))
  return ended?.uid === uid ? ended.wid : null
}

/** Why a token is not valid; null: unknown, or its space is in the trash, neither of which is revealed. */
export interface EndedInvite {
  readonly ended: 'expired' | 'used_up' | 'revoked' | null
}

const UNKNOWN: EndedInvite = { ended: null }
const REVOKED: EndedInvite = { ended: 'revoked' }

export async function openInvite(sql: Sql, token: string, now: number): Promise<OpenInvite | EndedInvite> {
  const found = token.startsWith('l_') ? await openLink(sql, token, now) : await openInvitation(sql, token)
  if ('ended' in found) return found
  const maker = await findMember(sql, found.wid, found.maker)
  const space = await sql
    .selectFrom('spaces')
    .select('trashed_at')
    .where('wid', '=', found.wid)
    .executeTakeFirst()
  const needed = 'link' in found.via ? 'admin' : 'editor'
  if (!space || space.trashed_at !== null) return UNKNOWN
  if (!maker || !isAtLeast(maker.role, needed)) return REVOKED
  return { ...found, makersRole: maker.role }
}

type Found = Omit<OpenInvite, 'makersRole'>

async function openLink(sql: Sql, token: string, now: number): Promise<Found | EndedInvite> {
  const link = await findLink(sql, token)
  if (!link) return UNKNOWN
  if (link.revoked_at !== null) return REVOKED
  if (link.expires_at !== null && link.expires_at <= now) return { ended: 'expired' }
  if (link.max_uses !== null && link.uses >= link.max_uses) return { ended: 'used_up' }
  return {
    wid: link.wid,
    role: link.role as GivenRole,
    maker: link.maker,
    guests: link.guests === 1,
    via: { link },
  }
}

async function openInvitation(sql: Sql, token: string): Promise<Found | EndedInvite> {
  const invitation = await sql
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', hashSecret(token))
    .executeTakeFirst()
  if (!invitation) return { ended: (await findEnded(sql, hashSecret(token)))?.reason ?? null }
  const { wid, inviter } = invitation
  return { wid, role: invitation.role as GivenRole, maker: inviter, guests: false, via: { invitation } }
}
