import { urls, type Calls, lifetimes } from '@tavla/contract'
import { z } from 'zod'
import type { App, Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { enqueue } from '../../../db/jobs.ts'
import type { Job } from '../../../jobs/worker.ts'
import { randomId } from '../../../ports/random/values.ts'
import { storedBucket } from '../../../rate-limits/call-limits.ts'
import { hashSecret } from '../../../secrets.ts'
import { audit, createServerOrigin } from '../../audit/index.ts'
import { detachIdentities } from '../identities.ts'
import { createResetEmail } from '../emails/emails.ts'
import { forgetFailedLogins } from './check-password.ts'
import { checkNewPassword } from './register.ts'
import { findAccount, foldEmail, updateAccount } from '../rows.ts'
import { enqueueNotification } from '../emails/security-notifications.ts'
import { withTrustEnd } from '../trust.ts'
import { getTime } from '../account-view.ts'

type Auth = Calls['auth']

/**
 * Enqueues a reset email for known and unknown addresses alike: the job finds out whether there is an
 * account, so that neither the answer, its timing nor the rate limit reveals it.
 */
export async function forgetPassword(
  ctx: Context<Auth['forgetPassword']>,
  address: string,
  lang: string | undefined,
) {
  const { app } = ctx
  const email = foldEmail(address)
  const buckets = [storedBucket('reset', email, ctx.address), storedBucket('resetEmail', email)]
  if ((await app.rateLimits.stored.reserve(buckets)).retryAfter > 0) return {}
  await app.db.transaction((tx) => enqueueReset(app, tx, email, lang ?? 'en'))
  return {}
}

export async function enqueueReset(app: App, tx: Tx, email: string, lang: string): Promise<void> {
  const id = randomId(app.random)
  await enqueue(tx, app.random, {
    kind: 'account.reset',
    key: `account.reset:${id}`,
    payload: { id, email, lang },
    runAt: app.clock.now(),
  })
}

const Payload = z.object({ id: z.string(), email: z.string(), lang: z.string() })

/** Stores a reset and answers its URL; the same id gives the same URL again. */
export async function createReset(
  app: App,
  tx: Tx,
  { id, uid }: { readonly id: string; readonly uid: string },
): Promise<string> {
  const now = app.clock.now()
  const token = app.cipher.token('r', 'reset', id)
  const row = {
    id,
    uid,
    token_hash: hashSecret(token),
    created_at: now,
    expires_at: now + lifetimes.resetLinkMs,
  }
  const made = await tx
    .insertInto('resets')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) await audit(createServerOrigin(app), tx, { event: 'password.asked', subject: uid })
  return `${app.origin}${urls.resetPassword({ token })}`
}

/** Creates the link and emails it if an account has that address. */
export const mailReset: Job = async (app, payload) => {
  const { id, email, lang } = Payload.parse(payload)
  const account = await app.db.sql
    .selectFrom('accounts')
    .select('uid')
    .where('email', '=', email)
    .executeTakeFirst()
  if (!account) return
  const link = await app.db.transaction((tx) => createReset(app, tx, { id, uid: account.uid }))
  await app.mail.send({ to: email, ...createResetEmail(lang, link), key: `reset-${id}` })
}

const findReset = (ctx: { app: Context['app'] }, token: string) =>
  ctx.app.db.sql
    .selectFrom('resets')
    .innerJoin('accounts', 'accounts.uid', 'resets.uid')
    .select(['resets.id', 'resets.uid', 'resets.expires_at', 'accounts.email'])
    .where('resets.token_hash', '=', hashSecret(token))
    .where('resets.expires_at', '>', ctx.app.clock.now())
    .executeTakeFirst()

/** Reading does not use the link up. */
export async function passwordToken(ctx: Context<Auth['passwordToken']>, token: string) {
  const reset = await findReset(ctx, token)
  if (!reset?.email) return ctx.refuse('code_invalid', { reason: 'reset' })
  return { email: maskEmail(reset.email), expiresAt: getTime(reset.expires_at) }
}

/**
 * Uses the link up, sets the password and ends every session, so that anyone who knew the old password is
 * signed out.
 */
export async function resetPassword(ctx: Context<Auth['resetPassword']>, token: string, chosen: string) {
  const { app } = ctx
  checkNewPassword(chosen)
  const reset = await findReset(ctx, token)
  if (!reset) return ctx.refuse('code_invalid', { reason: 'reset' })
  const password = await app.passwords.hash(chosen)
  const isReset = await withTrustEnd(app, async (tx, endTrust) => {
    const used = await tx.deleteFrom('resets').where('id', '=', reset.id).returning('id').executeTakeFirst()
    const account = await findAccount(tx, reset.uid)
    if (!used || !account) return false
    // An unverified account may have been created by somebody else, who could have linked a sign-in method
    // of their own.
    if (account.verified_at === null) await detachIdentities(tx, reset.uid)
    // The link was sent by email, so it also verifies the address.
    await updateAccount(tx, reset.uid, { password, verified_at: account.verified_at ?? app.clock.now() })
    await audit(ctx, tx, { event: 'password.reset', subject: reset.uid })
    await enqueueNotification(ctx, tx, account, { kind: 'password' })
    await endTrust({ event: 'password.reset', uid: reset.uid })
    return true
  })
  if (!isReset) return ctx.refuse('code_invalid', { reason: 'reset' })
  if (reset.email !== null) await forgetFailedLogins(app, reset.email, ctx.address)
  return { email: reset.email }
}

/** Enough to recognize one's own address. */
function maskEmail(email: string): string {
  const at = email.indexOf('@')
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}
