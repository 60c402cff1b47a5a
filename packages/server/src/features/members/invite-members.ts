import { GivenRole, urls, type Invite, type InviteOutcome, isAtLeast, type Role } from '@tavla/contract'
import { z } from 'zod'
import type { Actor, App, Refuse, SpaceAccess } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { enqueue } from '../../db/jobs.ts'
import type { NotificationRow } from '../../db/tables/operation.ts'
import type { InvitationRow } from '../../db/tables/spaces.ts'
import type { Job } from '../../jobs/worker.ts'
import { randomId } from '../../ports/random/values.ts'
import { hashSecret, invitationToken } from '../../secrets.ts'
import type { Reservation } from '../../rate-limits/limiter.ts'
import { storedBucket } from '../../rate-limits/call-limits.ts'
import { findAccountByEmail, foldEmail, getAccount } from '../account/index.ts'
import { findExceededMemberLimit } from '../billing/index.ts'
import { addNotifications, announce } from '../notifications/index.ts'
import { readCover } from '../spaces/index.ts'
import { endInvitations } from './end-invites.ts'
import { createInviteEmail } from './emails.ts'
import { canInvite } from './policy.ts'
import { getPosition } from './rows.ts'

interface Inviting {
  readonly app: App
  readonly actor: Actor
  readonly space: SpaceAccess
  readonly refuse: Refuse<'forbidden' | 'limit_reached'>
}

export interface InviteOptions {
  readonly lang: string | undefined
  /** The link opens the voice room. */
  readonly voice: boolean
}

type Outcome = z.input<typeof InviteOutcome>
type WriteOutcome =
  | { readonly full: { readonly limit: number; readonly used: number } }
  | { readonly outcomes: Outcome[]; readonly notifications: NotificationRow[] }

export const inviteToken = (app: App, id: string): string => invitationToken(app.cipher, id)

export const inviteUrl = (
  app: App,
  { id, wid, voice }: Pick<InvitationRow, 'id' | 'wid' | 'voice'>,
): string => `${app.origin}${urls.invite({ token: inviteToken(app, id), wid })}${voice ? '&voice=1' : ''}`

/**
 * Invites people by email. The answer does not reveal whether an address has an account; it does reveal
 * members, whom an editor sees anyway.
 */
export async function inviteMembers(ctx: Inviting, invite: Invite, options: InviteOptions) {
  const { app, actor, space } = ctx
  if (!canInvite(space.role, invite.role)) return ctx.refuse('forbidden')
  const emails = [...new Set(invite.email.map(foldEmail))]
  const refusal = invite.send_email ? await findEmailRefusal(app, actor) : null
  if (refusal) return listed(emails.map((email) => ({ email, result: 'refused', reason: refusal })))

  const reserved = invite.send_email ? await reserveEmails(app, space.wid, emails) : new Map<string, never>()
  const waiting = new Set(emails.filter((email) => (reserved.get(email)?.retryAfter ?? 0) > 0))
  const written = await app.db.transaction((tx) => write(ctx, tx, invite, options, emails, waiting))
  const sent = 'full' in written ? [] : written.outcomes.filter(({ result }) => result === 'invited')
  const invited = new Set(sent.map(({ email }) => email))
  for (const [email, reservation] of reserved) if (!invited.has(email)) await reservation.refund()
  if ('full' in written) return ctx.refuse('limit_reached', written.full)
  await announce(app, written.notifications)
  return listed(written.outcomes)
}

/** Rate limits per address and per space; tokens of emails that are not sent are refunded. */
async function reserveEmails(
  { rateLimits }: App,
  wid: string,
  emails: readonly string[],
): Promise<ReadonlyMap<string, Reservation>> {
  const reserved = new Map<string, Reservation>()
  for (const email of emails) {
    const buckets = [storedBucket('inviteEmail', email), storedBucket('inviteSpace', wid)]
    reserved.set(email, await rateLimits.stored.reserve(buckets))
  }
  return reserved
}

const listed = (list: Outcome[]) => ({ list, total: list.length })

/** An unverified account cannot send invites by email, or it could write to strangers under any name. */
async function findEmailRefusal(app: App, actor: Actor): Promise<string | null> {
  if (!app.mail.on) return 'mail_off'
  return (await getAccount(app.db.sql, actor.uid)).verified_at === null ? 'unverified' : null
}

async function write(
  ctx: Inviting,
  tx: Tx,
  invite: Invite,
  options: InviteOptions,
  emails: readonly string[],
  waiting: ReadonlySet<string>,
): Promise<WriteOutcome> {
  const { app, space } = ctx
  const members = await emailsOfMembers(tx, space.wid)
  const pending = await tx.selectFrom('invitations').select('email').where('wid', '=', space.wid).execute()
  const invited = new Set(pending.map(({ email }) => email))
  const fresh = emails.filter((email) => !members.has(email) && !invited.has(email) && !waiting.has(email))
  const joining = { count: fresh.length, pending: invited.size }
  const full = fresh.length > 0 ? await findExceededMemberLimit(app, tx, space.wid, joining) : null
  if (full) return { full }

  const outcomes: Outcome[] = []
  const notifications: NotificationRow[] = []
  for (const email of emails) {
    if (members.has(email)) outcomes.push({ email, result: 'member' })
    else if (waiting.has(email)) outcomes.push({ email, result: 'refused', reason: 'too_often' })
    else {
      const row = await writeInvitation(ctx, tx, email, invite, options)
      notifications.push(...(await getNotification(ctx, tx, row)))
      outcomes.push({
        email,
        result: 'invited',
        ...(invite.send_email ? {} : { link: inviteUrl(app, row) }),
      })
    }
  }
  return { outcomes, notifications }
}

/** One invite per address and space; inviting again replaces it and ends its link. */
async function writeInvitation(ctx: Inviting, tx: Tx, email: string, invite: Invite, options: InviteOptions) {
  const { app, actor, space } = ctx
  const now = app.clock.now()
  const id = randomId(app.random)
  const row: InvitationRow = {
    id,
    wid: space.wid,
    email,
    role: invite.role,
    token_hash: hashSecret(inviteToken(app, id)),
    inviter: actor.uid,
    data: invite.data,
    voice: options.voice ? 1 : 0,
    mailed: invite.send_email ? 1 : 0,
    created_at: now,
  }
  await endInvitations(app, tx, { wid: space.wid, email }, { reason: 'revoked' })
  await tx.insertInto('invitations').values(row).execute()
  if (invite.send_email) {
    const payload = { id, lang: options.lang ?? actor.lang }
    await enqueue(tx, app.random, {
      kind: 'members.invite',
      key: `members.invite:${id}`,
      payload,
      runAt: now,
    })
  }
  return row
}

/** An account with that address also gets a notification. */
async function getNotification(
  { app, actor }: Inviting,
  tx: Tx,
  row: InvitationRow,
): Promise<NotificationRow[]> {
  const account = await findAccountByEmail(tx, row.email)
  if (!account?.verified_at) return []
  const draft = {
    type: 1009,
    user: actor.uid,
    data: { role: row.role, voice: row.voice === 1, invitation: row.id },
  } as const
  return addNotifications(app, tx, await getPosition(tx, row.wid), [account.uid], draft)
}

async function emailsOfMembers(tx: Tx, wid: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.uid', 'members.uid')
    .select('accounts.email')
    .where('members.wid', '=', wid)
    .where('accounts.email', 'is not', null)
    .execute()
  return new Set(rows.flatMap(({ email }) => email ?? []))
}

const Payload = z.object({ id: z.string(), lang: z.string() })

/** Emails an invite, unless it was withdrawn or its inviter lost the right to invite. */
export const mailInvitation: Job = async (app, payload) => {
  const { id, lang } = Payload.parse(payload)
  const row = await app.db.sql
    .selectFrom('invitations')
    .innerJoin('spaces', 'spaces.wid', 'invitations.wid')
    .innerJoin('accounts', 'accounts.uid', 'invitations.inviter')
    .innerJoin('members', (join) =>
      join.onRef('members.wid', '=', 'invitations.wid').onRef('members.uid', '=', 'invitations.inviter'),
    )
    .select([
      'invitations.id',
      'invitations.wid',
      'invitations.email',
      'invitations.voice',
      'invitations.role',
    ])
    .select(['spaces.name as space', 'spaces.photo', 'spaces.photo_auto', 'spaces.thumb'])
    .select(['accounts.name as inviter', 'members.role as inviterRole'])
    .where('invitations.id', '=', id)
    .where('spaces.trashed_at', 'is', null)
    .executeTakeFirst()
  if (!row || !isAtLeast(row.inviterRole satisfies Role, 'editor')) return
  const cover = await readCover(app, row)
  const email = createInviteEmail(lang, {
    ...row,
    role: GivenRole.parse(row.role),
    cover,
    voice: row.voice === 1,
    link: inviteUrl(app, row),
  })
  await app.mail.send({ to: row.email, ...email, key: `invite-${id}` })
}
