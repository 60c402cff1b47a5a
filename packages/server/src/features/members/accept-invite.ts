import { type Calls, type GivenRole, isAtLeast } from '@tavla/contract'
import type { Context, Refuse } from '../../context.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { AccountRow } from '../../db/tables/accounts.ts'
import type { NotificationRow } from '../../db/tables/operation.ts'
import { getAccount, getPhotoUrl, verifyEmail } from '../account/index.ts'
import { audit } from '../audit/index.ts'
import { findExceededMemberLimit } from '../billing/index.ts'
import { addNotifications, announce, enqueueLimitCheck } from '../notifications/index.ts'
import { authorize, raiseAccess, getSpace, spacePhoto } from '../spaces/index.ts'
import { endInvitations } from './end-invites.ts'
import { findAcceptedSpace, type EndedInvite, type OpenInvite, openInvite } from './invite-token.ts'
import { givenRole } from './policy.ts'
import { findMember, insertMember, listAdmins, getPosition } from './rows.ts'

type Space = Calls['space']
type Accepting = Context<Space['acceptInvite']>

/** What an invite token reveals: name, photo, inviter and role. */
export async function inviteInfo(ctx: Context<Space['inviteInfo']>, token: string) {
  const { sql } = ctx.app.db
  const invite = await openInvite(sql, token, ctx.app.clock.now())
  if ('ended' in invite) return ctx.refuse('link_ended', getReason(invite))
  const space = await sql
    .selectFrom('spaces')
    .select(['name', 'photo'])
    .where('wid', '=', invite.wid)
    .executeTakeFirstOrThrow()
  const maker = await getAccount(sql, invite.maker)
  return {
    wid: invite.wid,
    name: space.name,
    photo: spacePhoto(space.photo),
    inviter: { uid: maker.uid, name: maker.name, photo: getPhotoUrl(maker.photo) },
    role: givenRole(invite.role, invite.makersRole, 'full'),
    guests: invite.guests,
    sentToOther: ctx.actor !== null && (await isSentToOther(sql, invite, ctx.actor.uid)),
  }
}

async function isSentToOther(sql: Sql, { via }: OpenInvite, uid: string): Promise<boolean> {
  return 'invitation' in via && (await getAccount(sql, uid)).email !== via.invitation.email
}

const getReason = ({ ended }: EndedInvite) => (ended === null ? {} : { reason: ended })

type RefusalReason =
  EndedInvite | 'address' | 'domain' | 'removed' | 'guest' | { readonly limit: number; readonly used: number }
type Outcome =
  | {
      readonly wid: string
      readonly opens: InviteTarget
      readonly notifications: NotificationRow[]
      readonly joined: boolean
    }
  | { readonly no: RefusalReason }
  | 'declined'

/**
 * Joins by link or email. An existing member's role stays; nobody gets a higher role than the inviter can
 * give now.
 */
export async function acceptInvite(ctx: Context<Space['acceptInvite']>, token: string, decline: boolean) {
  const { app, actor } = ctx
  const outcome = await app.db.transaction((tx) => accept(ctx, tx, token, decline))
  if (outcome === 'declined') return null
  if ('no' in outcome) return refuseBecause(ctx.refuse, outcome.no)
  const { wid, opens } = outcome
  if (outcome.joined) app.push.accessChanged(wid)
  await announce(app, outcome.notifications)
  return { ...(await getSpace(app, actor, wid)), opens }
}

/** What the inviter chose to show first. */
interface InviteTarget {
  readonly data: string
  readonly voice: boolean
}

const noTarget: InviteTarget = { data: '', voice: false }

const getTarget = ({ via }: OpenInvite): InviteTarget =>
  'link' in via ? noTarget : { data: via.invitation.data, voice: via.invitation.voice === 1 }

async function accept(ctx: Accepting, tx: Tx, token: string, decline: boolean): Promise<Outcome> {
  const { app, actor } = ctx
  const { uid } = actor
  const invite = await openInvite(tx, token, app.clock.now())
  if ('ended' in invite) return (await acceptedBefore(tx, token, uid)) ?? { no: invite }
  const account = await getAccount(tx, uid)
  const { wid } = invite
  const opens = getTarget(invite)
  if (await findMember(tx, wid, uid)) {
    if (!decline) await settle(ctx, tx, invite, account)
    return { wid, opens, notifications: [], joined: false }
  }
  const no = await findRefusal(tx, invite, account)
  if (no) return { no }
  if (decline) {
    if ('invitation' in invite.via)
      await endInvitations(app, tx, { wid, email: invite.via.invitation.email }, { reason: 'used_up' })
    return 'declined'
  }
  const free = account.kind === 'guest' && 'link' in invite.via
  const full = free ? null : await findExceededMemberLimit(app, tx, wid, { count: 1, uid: account.uid })
  if (full) return { no: full }
  const role = givenRole(invite.role, invite.makersRole, account.kind)
  await settle(ctx, tx, invite, account)
  return { wid, opens, notifications: await join(ctx, tx, invite, role), joined: true }
}

/** The email was accepted before: leads its recipient to the space while they are a member. */
async function acceptedBefore(tx: Tx, token: string, uid: string): Promise<Outcome | null> {
  const wid = await findAcceptedSpace(tx, token, uid)
  const access = wid === null ? null : await authorize(tx, uid, wid)
  if (wid === null || !access || access.trashed) return null
  return { wid, opens: noTarget, notifications: [], joined: false }
}

/**
 * Ends an email invite once somebody with its address accepts it. If only the email contained the token,
 * accepting also verifies the address.
 */
async function settle(ctx: Accepting, tx: Tx, { wid, via }: OpenInvite, account: AccountRow): Promise<void> {
  if (!('invitation' in via) || account.email !== via.invitation.email) return
  const { uid, email } = account
  if (via.invitation.mailed === 1 && account.verified_at === null) await verifyEmail(ctx, tx, uid)
  await endInvitations(ctx.app, tx, { wid, email }, { reason: 'used_up', uid })
}

async function findRefusal(tx: Tx, invite: OpenInvite, account: AccountRow): Promise<RefusalReason | null> {
  const removed = await tx
    .selectFrom('removed_members')
    .select('removed_at')
    .where('wid', '=', invite.wid)
    .where('uid', '=', account.uid)
    .executeTakeFirst()
  if ('invitation' in invite.via) {
    const { email, created_at } = invite.via.invitation
    if (account.email !== email) return 'address'
    // After a removal only a new invite from somebody who can remove members lets the person in.
    const anew = removed && created_at > removed.removed_at && isAtLeast(invite.makersRole, 'admin')
    return removed && !anew ? 'removed' : null
  }
  const { domain, guests } = invite.via.link
  if (account.kind === 'guest' && guests === 0) return 'guest'
  if (domain !== null && !(account.verified_at !== null && account.email?.endsWith(`@${domain}`)))
    return 'domain'
  return removed ? 'removed' : null
}

async function join(ctx: Accepting, tx: Tx, invite: OpenInvite, role: GivenRole): Promise<NotificationRow[]> {
  const { app, actor } = ctx
  const { uid } = actor
  const { wid } = invite
  if ('link' in invite.via) {
    const { id } = invite.via.link
    await tx
      .updateTable('links')
      .set((eb) => ({ uses: eb('uses', '+', 1) }))
      .where('id', '=', id)
      .execute()
  }
  const via = 'link' in invite.via ? 'link' : 'mail'
  await insertMember(app, tx, { wid, uid, role, via })
  await audit(ctx, tx, { event: 'member.joined', subject: uid, wid, role, via })
  await tx.deleteFrom('access_requests').where('wid', '=', wid).where('uid', '=', uid).execute()
  await raiseAccess(tx, wid)
  await enqueueLimitCheck(app, tx, { wid, of: 'members' })
  const readers = [...(await listAdmins(tx, wid)), invite.maker].filter((reader) => reader !== uid)
  return addNotifications(app, tx, await getPosition(tx, wid), readers, { type: 1001, user: uid })
}

type Refusals = 'link_ended' | 'forbidden' | 'guest_not_allowed' | 'limit_reached'

function refuseBecause(refuse: Refuse<Refusals>, no: RefusalReason): never {
  if (typeof no === 'object' && 'ended' in no) return refuse('link_ended', getReason(no))
  if (no === 'guest') return refuse('guest_not_allowed')
  return typeof no === 'string' ? refuse('forbidden', { reason: no }) : refuse('limit_reached', no)
}
