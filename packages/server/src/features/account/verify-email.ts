import type { Calls } from '@tavla/contract'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { invalid } from '../../refusals.ts'
import { audit, type RequestOrigin } from '../audit/index.ts'
import { askForCode, tryCode } from './sign-in/codes.ts'
import { findAccountByEmail, foldEmail, getAccount, updateAccount } from './rows.ts'
import { enqueueNotification } from './emails/security-notifications.ts'
import { requireSession } from './sign-in/sessions.ts'
import { withTrustEnd } from './trust.ts'
import { getUser } from './account-view.ts'

type User = Calls['user']

/** Emails a code to an address without revealing whether an account has it. */
export async function sendEmailCode(
  ctx: Context<User['sendEmailCode']>,
  address: string,
  lang: string | undefined,
) {
  const { uid } = ctx.actor
  const email = foldEmail(address)
  const asked = await askForCode(ctx.app, { uid, purpose: 'address', email, lang: lang ?? ctx.actor.lang })
  return 'tooMany' in asked ? ctx.refuse('too_many_tries', { retryAfter: asked.tooMany }) : asked
}

export async function sendDeleteCode(ctx: Context<User['sendDeleteCode']>) {
  const { app, actor } = ctx
  const { email } = await getAccount(app.db.sql, actor.uid)
  // A provider need not share an email, and the code has to be sent somewhere.
  if (email === null) throw invalid({ email: 'is missing' }, 'email')
  const asked = await askForCode(app, {
    uid: actor.uid,
    purpose: 'delete',
    email,
    lang: actor.lang,
  })
  return 'tooMany' in asked ? ctx.refuse('too_many_tries', { retryAfter: asked.tooMany }) : asked
}

/** Marks the account's email as verified. */
export async function verifyEmail(visit: RequestOrigin, tx: Tx, uid: string): Promise<void> {
  await updateAccount(tx, uid, { verified_at: visit.app.clock.now() })
  await audit(visit, tx, { event: 'email.verified', subject: uid })
}

/** Sets a new email, or verifies the current one, by an emailed code. */
export async function setEmail(ctx: Context<User['setEmail']>, body: z.output<User['setEmail']['body']>) {
  const { app, actor } = ctx
  const email = foldEmail(body.email)
  const outcome = await withTrustEnd(app, async (tx, endTrust) => {
    await requireSession(tx, actor)
    const tried = await tryCode(ctx, tx, { uid: actor.uid, purpose: 'address', email, code: body.code })
    if (tried !== 'right') return tried
    const holder = await findAccountByEmail(tx, email)
    if (holder && holder.uid !== actor.uid) return 'taken'
    const before = await getAccount(tx, actor.uid)
    await updateAccount(tx, actor.uid, { email, verified_at: app.clock.now() })
    const event = before.email === email ? 'email.verified' : 'email.changed'
    await audit(ctx, tx, { event, subject: actor.uid })
    if (event === 'email.changed') {
      await enqueueNotification(ctx, tx, before, { kind: 'email' })
      await endTrust({ event, uid: actor.uid })
    }
    return 'right'
  })
  if (outcome === 'taken') return ctx.refuse('email_taken')
  if (outcome === 'wrong') return ctx.refuse('code_invalid')
  if (outcome !== 'right') return ctx.refuse('too_many_tries', { retryAfter: outcome.tooMany })
  return getUser(app.db.sql, await getAccount(app.db.sql, actor.uid))
}
