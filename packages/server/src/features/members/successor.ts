import { type Calls, isAtLeast } from '@tavla/contract'
import { z } from 'zod'
import type { App, Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { enqueue } from '../../db/jobs.ts'
import type { NotificationRow } from '../../db/tables/operation.ts'
import type { ClaimRow } from '../../db/tables/spaces.ts'
import type { Job } from '../../jobs/worker.ts'
import { findAccount, getAccount, getTime } from '../account/index.ts'
import { audit, createServerOrigin } from '../audit/index.ts'
import { addNotifications, announce } from '../notifications/index.ts'
import { raiseAccess, getSpace, findFullSpaces } from '../spaces/index.ts'
import { createClaimEmail } from './emails.ts'
import { findMember, getMembers, getPosition } from './rows.ts'
import { makeOwner } from './transfer-ownership.ts'

type Space = Calls['space']

const DAY_MS = 86_400_000
/** An owner inactive for this long can be succeeded; decisions §4. */
const AWAY_MS = 60 * DAY_MS
const DELAY_MS = 14 * DAY_MS
/** When owner and successor are emailed, after the claim. */
const EMAILS_MS = [0, 7 * DAY_MS, 13 * DAY_MS]

export async function setSuccessor(ctx: Context<Space['setSuccessor']>, uid: string | null) {
  const { app, actor, space } = ctx
  if (uid !== null) {
    const member = await findMember(app.db.sql, space.wid, uid)
    if (!member || member.role === 'owner') return ctx.refuse('not_found')
    if ((await findAccount(app.db.sql, uid))?.kind === 'guest')
      return ctx.refuse('guest_not_allowed', { reason: 'target' })
  }
  await app.db.sql.updateTable('spaces').set({ successor: uid }).where('wid', '=', space.wid).execute()
  return getSpace(app, actor, space.wid)
}

/** Claims a space whose owner is inactive. The first claim waits 14 days, in which the owner may return. */
export async function claimSpace(ctx: Context<Space['claim']>) {
  const { app, actor, space } = ctx
  if (actor.kind === 'guest') return ctx.refuse('guest_not_allowed')
  const now = app.clock.now()
  const outcome = await app.db.transaction(async (tx) => {
    const known = await tx.selectFrom('claims').selectAll().where('wid', '=', space.wid).executeTakeFirst()
    const { owner } = await tx
      .selectFrom('spaces')
      .select('owner')
      .where('wid', '=', space.wid)
      .executeTakeFirstOrThrow()
    if ((await getAccount(tx, owner)).seen_at > now - AWAY_MS) return 'present'
    if (known) return known
    const full = await findFullSpaces(app, tx, actor.uid)
    if (full) return full
    const claim: ClaimRow = { wid: space.wid, uid: actor.uid, created_at: now, due_at: now + DELAY_MS }
    await tx.insertInto('claims').values(claim).execute()
    await enqueueSteps(app, tx, claim)
    return claim
  })
  if (outcome === 'present') return ctx.refuse('forbidden', { reason: 'owner_present' })
  if ('limit' in outcome) return ctx.refuse('limit_reached', outcome)
  return { state: 'waiting' as const, at: getTime(outcome.due_at) }
}

async function enqueueSteps(app: App, tx: Tx, { wid, created_at, due_at }: ClaimRow): Promise<void> {
  const payload = { wid, created_at }
  const key = `${wid}:${created_at}`
  for (const [index, wait] of EMAILS_MS.entries()) {
    await enqueue(tx, app.random, {
      kind: 'members.claim-letter',
      key: `members.claim-letter:${key}:${index}`,
      payload: { ...payload, letter: index },
      runAt: created_at + wait,
    })
  }
  await enqueue(tx, app.random, {
    kind: 'members.claim',
    key: `members.claim:${key}`,
    payload,
    runAt: due_at,
  })
}

const Payload = z.object({ wid: z.string(), created_at: z.int() })
const EmailPayload = z.object({ letter: z.int() })

/** The claim while it is valid: an owner who returned ends it. */
async function currentClaim(tx: Tx, payload: unknown) {
  const { wid, created_at } = Payload.parse(payload)
  const claim = await tx
    .selectFrom('claims')
    .selectAll()
    .where('wid', '=', wid)
    .where('created_at', '=', created_at)
    .executeTakeFirst()
  const space = await tx
    .selectFrom('spaces')
    .select(['owner', 'successor', 'name'])
    .where('wid', '=', wid)
    .executeTakeFirst()
  if (!claim || !space) return null
  const owner = await getAccount(tx, space.owner)
  if (owner.seen_at < created_at) return { claim, space, owner }
  await tx.deleteFrom('claims').where('wid', '=', wid).execute()
  return null
}

/** Emails owner and successor about the claim. */
export const mailClaim: Job = async (app, payload) => {
  const found = await app.db.transaction(async (tx) => {
    const claim = await currentClaim(tx, payload)
    const successor = claim?.space.successor ? await findAccount(tx, claim.space.successor) : undefined
    return claim && { ...claim, successor }
  })
  if (!found || !app.mail.on) return
  const { claim, space, owner, successor } = found
  const nth = EmailPayload.parse(payload).letter
  for (const person of [owner, successor]) {
    if (!person?.email) continue
    const email = createClaimEmail(person.lang ?? 'en', {
      space: space.name,
      link: `${app.origin}/app/dashboard`,
      due: claim.due_at,
    })
    await app.mail.send({
      to: person.email,
      ...email,
      key: `claim-${claim.wid}-${claim.created_at}-${nth}-${person.uid}`,
    })
  }
}

/** Transfers the space to the successor, else to the claimant, if they are still eligible. */
export const grantClaim: Job = async (app, payload) => {
  const { wid } = Payload.parse(payload)
  const notifications = await app.db.transaction(async (tx): Promise<NotificationRow[]> => {
    const claim = await currentClaim(tx, payload)
    return claim ? inherit(app, tx, claim) : []
  })
  if (notifications.length > 0) app.push.accessChanged(wid)
  await announce(app, notifications)
}

/** Grants a claim without waiting; null when there is none, or nobody is eligible. */
export async function grantClaimNow(app: App, tx: Tx, wid: string): Promise<NotificationRow[] | null> {
  const claim = await tx.selectFrom('claims').selectAll().where('wid', '=', wid).executeTakeFirst()
  const space = await tx
    .selectFrom('spaces')
    .select(['owner', 'successor'])
    .where('wid', '=', wid)
    .executeTakeFirst()
  if (!claim || !space) return null
  const notifications = await inherit(app, tx, { claim, space })
  return notifications.length > 0 ? notifications : null
}

interface OpenClaim {
  readonly claim: ClaimRow
  readonly space: { readonly owner: string; readonly successor: string | null }
}

async function inherit(app: App, tx: Tx, { claim, space }: OpenClaim): Promise<NotificationRow[]> {
  const { wid } = claim
  await tx.deleteFrom('claims').where('wid', '=', wid).execute()
  const heir = (await canInherit(tx, wid, space.successor)) ?? (await canInherit(tx, wid, claim.uid))
  if (heir === null) return []
  await makeOwner(tx, wid, space.owner, heir)
  await audit(createServerOrigin(app), tx, {
    event: 'owner.changed',
    subject: heir,
    wid,
    from: space.owner,
    by: 'claim',
  })
  await raiseAccess(tx, wid)
  return addNotifications(app, tx, await getPosition(tx, wid), await getMembers(tx, wid), {
    type: 1004,
    user: heir,
    from_user: space.owner,
  })
}

async function canInherit(tx: Tx, wid: string, uid: string | null): Promise<string | null> {
  const member = uid === null ? undefined : await findMember(tx, wid, uid)
  if (!member || member.role === 'owner' || !isAtLeast(member.role, 'editor')) return null
  return (await findAccount(tx, member.uid))?.kind === 'full' ? member.uid : null
}
