import { type Calls, lifetimes } from '@tavla/contract'
import type { App, Context, Handlers } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { enqueue } from '../../db/jobs.ts'
import type { NotificationRow } from '../../db/tables/operation.ts'
import {
  withTrustEnd,
  type EndTrust,
  getAccount,
  photoKey,
  requireSession,
  tryCode,
} from '../account/index.ts'
import { audit, createServerOrigin, type RequestOrigin } from '../audit/index.ts'
import { removeFromSpace } from '../members/index.ts'
import { announce } from '../notifications/index.ts'
import { enqueueCustomerRemoval } from '../payments/index.ts'
import { eraseSpace, raiseAccess } from '../spaces/index.ts'
import { enqueueErasure } from './erasure-jobs.ts'

export { erasureJobs, cleanUpAuthors } from './erasure-jobs.ts'

export const user = {
  remove: (ctx, { query }) => closeAccount(ctx, query.code ?? ''),
} satisfies Partial<Handlers<Calls['user']>>

type Remove = Context<Calls['user']['remove']>

interface ClosedAccount {
  readonly wids: readonly string[]
  readonly notifications: readonly NotificationRow[]
}
type Outcome = 'wrong' | { readonly tooMany: number } | { readonly shared: readonly string[] } | ClosedAccount

/**
 * Deletes the account, its own spaces and its memberships. Spaces with other members must be transferred
 * first.
 */
async function closeAccount(ctx: Remove, code: string) {
  const { app, actor } = ctx
  const outcome = await withTrustEnd(app, async (tx, endTrust): Promise<Outcome> => {
    await requireSession(tx, actor)
    const shared = await sharedSpaces(tx, actor.uid)
    if (shared.length > 0) return { shared }
    const { email } = await getAccount(tx, actor.uid)
    if (actor.kind === 'full') {
      const tried = await tryCode(ctx, tx, { uid: actor.uid, purpose: 'delete', email: email ?? '', code })
      if (tried !== 'right') return tried
    }
    return deleteAccount({ visit: ctx, tx, endTrust }, actor.uid, 'person')
  })
  if (outcome === 'wrong') return ctx.refuse('code_invalid')
  if ('tooMany' in outcome) return ctx.refuse('too_many_tries', { retryAfter: outcome.tooMany })
  if ('shared' in outcome) return ctx.refuse('owner_must_transfer', { list: outcome.shared })
  await announceDeletion(app, outcome)
  return {}
}

/** The account's own spaces that have other members. */
async function sharedSpaces(tx: Tx, uid: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('spaces')
    .innerJoin('members', 'members.wid', 'spaces.wid')
    .select('spaces.wid')
    .distinct()
    .where('spaces.owner', '=', uid)
    .where('members.uid', '!=', uid)
    .execute()
  return rows.map(({ wid }) => wid)
}

interface AccountClosing {
  readonly visit: RequestOrigin
  readonly tx: Tx
  readonly endTrust: EndTrust
}

export async function deleteAccount(
  closing: AccountClosing,
  uid: string,
  by: 'person' | 'server' | 'administrator',
): Promise<ClosedAccount> {
  const { visit, tx } = closing
  const { app } = visit
  const own = await tx.selectFrom('spaces').select('wid').where('owner', '=', uid).execute()
  for (const { wid } of own) await eraseSpace(app, tx, wid)
  const others = await tx.selectFrom('members').select('wid').where('uid', '=', uid).execute()
  const notifications: NotificationRow[] = []
  for (const { wid } of others) {
    const announced = await removeFromSpace(app, tx, wid, uid)
    notifications.push(...announced.filter((notification) => notification.uid !== uid))
    await raiseAccess(tx, wid)
  }
  await endAccount(closing, uid, by)
  return { wids: [...own, ...others].map(({ wid }) => wid), notifications }
}

/** Deletes an account that was merged: references to it are changed to the other account. */
export async function eraseMergedAccount(closing: AccountClosing, uid: string, into: string): Promise<void> {
  const { tx } = closing
  const boards = await tx.selectFrom('authors').select('wid').where('uid', '=', uid).execute()
  for (const { wid } of boards)
    await tx
      .insertInto('authors')
      .values({ wid, uid: into })
      .onConflict((conflict) => conflict.columns(['wid', 'uid']).doNothing())
      .execute()
  await endAccount(closing, uid, 'administrator', into)
}

async function endAccount(
  { visit, tx, endTrust }: AccountClosing,
  uid: string,
  by: 'person' | 'server' | 'administrator',
  into?: string,
): Promise<void> {
  const { app } = visit
  await endTrust({ event: 'account.deleted', uid })
  const { photo } = await getAccount(tx, uid)
  if (photo) {
    const payload = { keys: [photoKey(photo)] }
    await enqueue(tx, app.random, {
      kind: 'files.erase',
      key: `files.erase:${photo}`,
      payload,
      runAt: app.clock.now(),
    })
  }
  await enqueueErasure(app, tx, uid, into)
  await enqueueCustomerRemoval(app, tx, uid)
  await audit(visit, tx, { event: 'account.deleted', subject: uid, by })
  await tx.deleteFrom('accounts').where('uid', '=', uid).execute()
}

export async function announceDeletion(app: App, { wids, notifications }: ClosedAccount): Promise<void> {
  for (const wid of wids) app.push.accessChanged(wid)
  await announce(app, notifications)
}

/** Deletes guests who were inactive for 30 days, unless their space has other members. */
export async function cleanUpGuests(app: App): Promise<void> {
  const idle = await app.db.sql
    .selectFrom('accounts')
    .select('uid')
    .where('kind', '=', 'guest')
    .where('seen_at', '<', app.clock.now() - lifetimes.idleGuestMs)
    .limit(500)
    .execute()
  for (const { uid } of idle) {
    const closed = await withTrustEnd(app, async (tx, endTrust) =>
      (await sharedSpaces(tx, uid)).length > 0
        ? null
        : deleteAccount({ visit: createServerOrigin(app), tx, endTrust }, uid, 'server'),
    )
    if (closed) await announceDeletion(app, closed)
  }
}
