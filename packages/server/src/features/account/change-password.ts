import type { Calls } from '@tavla/contract'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { storedBucket } from '../../rate-limits/call-limits.ts'
import { audit } from '../audit/index.ts'
import { checkNewPassword } from './sign-in/register.ts'
import { getAccount, updateAccount } from './rows.ts'
import { enqueueNotification } from './emails/security-notifications.ts'
import { requireSession } from './sign-in/sessions.ts'
import { withTrustEnd } from './trust.ts'

type ChangePassword = Calls['auth']['changePassword']

/** Verifies the current password, then ends every other session and all credentials derived from it. */
export async function changePassword(ctx: Context<ChangePassword>, body: z.output<ChangePassword['body']>) {
  const { app, actor } = ctx
  checkNewPassword(body.new, 'new')
  const buckets = [storedBucket('password', actor.uid)]
  const { retryAfter, isLast } = await app.rateLimits.stored.reserve(buckets)
  if (retryAfter > 0) return ctx.refuse('too_many_tries', { retryAfter })
  const account = await getAccount(app.db.sql, actor.uid)
  if (!(await app.passwords.verify(body.old, account.password))) {
    await app.db.transaction(async (tx) => {
      await audit(ctx, tx, { event: isLast ? 'password.slowed' : 'password.refused', subject: actor.uid })
    })
    return ctx.refuse('wrong_password')
  }
  await app.rateLimits.stored.clear(buckets)
  const password = await app.passwords.hash(body.new)
  const changed = await withTrustEnd(app, async (tx, endTrust) => {
    await requireSession(tx, actor)
    // Another change or a reset may have committed while this request was hashing.
    if ((await getAccount(tx, actor.uid)).password !== account.password) return false
    await updateAccount(tx, actor.uid, { password })
    await audit(ctx, tx, { event: 'password.changed', subject: actor.uid })
    await enqueueNotification(ctx, tx, account, { kind: 'password' })
    await endTrust({ event: 'password.changed', uid: actor.uid, sessionId: actor.sessionId })
    return true
  })
  return changed ? {} : ctx.refuse('wrong_password')
}
