import { lifetimes } from '@tavla/contract'
import type { Administrator } from '@tavla/contract/admin'
import type { z } from 'zod'
import { storedBucket } from '../../rate-limits/call-limits.ts'
import {
  authenticate,
  beginSecondFactor,
  beginSession,
  checkPassword,
  checkSecondFactor,
  countRecoveryCodes,
  getAccount,
  getTime,
  hasSecondFactor,
  mustSetUpFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  tryTotp,
} from '../account/index.ts'
import { audit } from '../audit/index.ts'
import { getServerSettings } from '../server-settings/index.ts'
import { act, type Admin, type AdminContext, type AdminVisit } from './act.ts'

/** Signs an administrator in to administration. Nobody else learns more than that they are none. */
export async function login(ctx: AdminContext<'login'>, body: z.output<Admin['login']['body']>) {
  const { app } = ctx
  const visit = { ...ctx, actor: null }
  const { account, settle } = await checkPassword(visit, body)
  const { uid } = account
  if (account.suspended_at !== null) return ctx.refuse('forbidden', { reason: 'suspended' })
  if (account.role !== 'administrator') return ctx.refuse('forbidden')
  await checkSecondFactor(visit, uid, body.otp)
  const token = await app.db.transaction(async (tx) => {
    const now = await getAccount(tx, uid)
    if (now.password !== account.password || now.role !== 'administrator') return null
    await audit(visit, tx, { event: 'admin.login', subject: uid })
    return beginSession(app, tx, { uid, kind: 'admin', agent: ctx.agent, remember: false })
  })
  if (token === null) return ctx.refuse('wrong_password')
  await settle()
  const actor = await authenticate(app, token)
  if (!actor) throw new Error('A session of administration that just began opens nothing')
  return { token, administrator: await getAdministrator({ ...visit, actor }) }
}

export async function getAdministrator({ app, actor }: AdminVisit): Promise<z.input<typeof Administrator>> {
  const { sql } = app.db
  const { uid, sessionId } = actor
  const account = await getAccount(sql, uid)
  const session = await sql
    .selectFrom('sessions')
    .select(['expires_at', 'proved_at'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return {
    uid,
    name: account.name,
    email: account.email,
    secondFactor: await hasSecondFactor(sql, uid),
    mustSetUp: await mustSetUpFactor(sql, uid),
    recoveryCodes: await countRecoveryCodes(sql, uid),
    provedUntil: getTime((session.proved_at ?? 0) + lifetimes.adminProofMs),
    expiresAt: getTime(session.expires_at),
  }
}

export async function logout(ctx: AdminContext<'logout'>) {
  const { uid, sessionId } = ctx.actor
  await act(ctx, 'logout', { subject: uid }, (_tx, endTrust) =>
    endTrust({ event: 'sign_out', uid, sessionId }),
  )
  return {}
}

/** The password again, and a fresh code, before what cannot be taken back. */
export async function prove(ctx: AdminContext<'prove'>, body: z.output<Admin['prove']['body']>) {
  const { app, actor } = ctx
  const buckets = [storedBucket('password', actor.uid)]
  const { retryAfter, isLast } = await app.rateLimits.stored.reserve(buckets)
  if (retryAfter > 0) return ctx.refuse('too_many_tries', { retryAfter })
  const account = await getAccount(app.db.sql, actor.uid)
  if (!(await app.passwords.verify(body.password, account.password))) {
    const event = isLast ? 'password.slowed' : 'password.refused'
    await app.db.transaction((tx) => audit(ctx, tx, { event, subject: actor.uid }))
    return ctx.refuse('wrong_password')
  }
  await checkSecondFactor(ctx, actor.uid, body.otp)
  await app.rateLimits.stored.clear(buckets)
  await act(ctx, 'prove', { subject: actor.uid }, (tx) =>
    tx
      .updateTable('sessions')
      .set({ proved_at: app.clock.now() })
      .where('id', '=', actor.sessionId)
      .execute(),
  )
  return getAdministrator(ctx)
}

export async function beginTotp(ctx: AdminContext<'beginTotp'>) {
  const { app, actor } = ctx
  const { email, name } = await getAccount(app.db.sql, actor.uid)
  return act(ctx, 'beginTotp', { subject: actor.uid }, async (tx) => {
    if (await hasSecondFactor(tx, actor.uid)) await removeSecondFactor(tx, actor.uid)
    return beginSecondFactor(app, tx, actor.uid, email ?? name)
  })
}

export async function confirmTotp(ctx: AdminContext<'confirmTotp'>, otp: string) {
  const { app, actor } = ctx
  const { uid } = actor
  const buckets = [storedBucket('secondFactor', uid)]
  const { retryAfter } = await app.rateLimits.stored.reserve(buckets)
  if (retryAfter > 0) return ctx.refuse('too_many_tries', { retryAfter })
  const recoveryCodes = await act(ctx, 'confirmTotp', { subject: uid }, async (tx) => {
    if (!(await tryTotp(app, tx, uid, otp, 'begun'))) return ctx.refuse('code_invalid', { reason: 'otp' })
    return renewRecoveryCodes(app, tx, uid)
  })
  await app.rateLimits.stored.clear(buckets)
  return { recoveryCodes }
}

export async function renewRecovery(ctx: AdminContext<'renewRecovery'>) {
  const { app, actor } = ctx
  if (!(await hasSecondFactor(app.db.sql, actor.uid))) return ctx.refuse('not_found')
  const recoveryCodes = await act(ctx, 'renewRecovery', { subject: actor.uid }, (tx) =>
    renewRecoveryCodes(app, tx, actor.uid),
  )
  return { recoveryCodes }
}

export async function removeTotp(ctx: AdminContext<'removeTotp'>) {
  const { actor } = ctx
  await act(ctx, 'removeTotp', { subject: actor.uid }, async (tx) => {
    if ((await getServerSettings(tx)).requireSecondFactor)
      return ctx.refuse('forbidden', { reason: 'second_factor' })
    await removeSecondFactor(tx, actor.uid)
  })
  return getAdministrator(ctx)
}
