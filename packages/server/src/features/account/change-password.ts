import type { Calls } from '@tavla/contract'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { audit } from '../audit/index.ts'
import { attemptKey, countFailure, forgetFailures, waitOf } from './attempts.ts'
import { checkNewPassword } from './register.ts'
import { getAccount, updateAccount } from './rows.ts'
import { promiseNotice } from './security-notices.ts'
import { endSessions } from './sessions.ts'

type ChangePassword = Calls['auth']['changePassword']

/** Asks for the old password again, then ends every other session. */
export async function changePassword(ctx: Context<ChangePassword>, body: z.output<ChangePassword['body']>) {
  const { app, actor } = ctx
  checkNewPassword(body.new, 'new')
  const rules = [{ key: attemptKey('password', actor.uid), free: 5 }]
  const retryAfter = await waitOf(app, rules)
  if (retryAfter > 0) return ctx.refuse('too_many_tries', { retryAfter })
  const account = await getAccount(app.db.sql, actor.uid)
  if (!(await app.passwords.verify(body.old, account.password))) {
    await app.db.transaction(async (tx) => {
      const slowed = await countFailure(app, tx, rules)
      await audit(ctx, tx, { event: slowed ? 'password.slowed' : 'password.refused', subject: actor.uid })
    })
    return ctx.refuse('wrong_password')
  }
  await forgetFailures(app, rules)
  const password = await app.passwords.hash(body.new)
  const ended = await app.db.transaction(async (tx) => {
    await updateAccount(tx, actor.uid, { password })
    await audit(ctx, tx, { event: 'password.changed', subject: actor.uid })
    await promiseNotice(ctx, tx, account, { kind: 'password' })
    return endSessions(tx, actor.uid, { except: actor.sessionId })
  })
  app.push.sessionsEnded(ended)
  return {}
}
