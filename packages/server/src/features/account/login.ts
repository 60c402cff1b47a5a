import type { Calls } from '@tavla/contract'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { hashSecret } from '../../secrets.ts'
import { type AttemptRule, attemptKey, forgetFailures, noteFailure, waitOf } from './attempts.ts'
import { findAccountByEmail, foldEmail, getAccount } from './rows.ts'
import { beginSession } from './sessions.ts'
import { joinByLink } from './social-links.ts'
import { userOf } from './view.ts'

type Login = Calls['auth']['login']

/** Tries before waiting: of one address from one place, of one address from anywhere, from one place. */
const rulesOf = (email: string, address: string): [AttemptRule, AttemptRule, AttemptRule] => [
  { key: attemptKey('login', email, address), free: 10 },
  { key: attemptKey('login-email', email), free: 60 },
  { key: attemptKey('login-address', address), free: 100 },
]

/** Signs in with e-mail and password. An unknown address takes as long and answers the same as a wrong password. */
export async function login(ctx: Context<Login>, body: z.output<Login['body']>) {
  const { app } = ctx
  const email = foldEmail(body.email)
  const rules = rulesOf(email, ctx.address)
  const retryAfter = await waitOf(app, rules)
  if (retryAfter > 0) return ctx.refuse('too_many_tries', { retryAfter })

  const account = await findAccountByEmail(app.db.sql, email)
  const right = await app.passwords.verify(body.password, account?.password ?? null)
  if (!account || !right) {
    await noteFailure(app, rules)
    return ctx.refuse('wrong_password')
  }
  const { uid } = account
  const { link, remember } = body
  const answer = await app.db.transaction(async (tx) => {
    if (link !== undefined && !(await joinByLink(app, tx, uid, hashSecret(link)))) return null
    const token = await beginSession(app, tx, { uid, kind: 'browser', agent: ctx.agent, remember })
    return { token, user: await userOf(tx, await getAccount(tx, uid)) }
  })
  await forgetFailures(app, [rules[0]])
  return answer ?? ctx.refuse('code_invalid', { reason: 'link' })
}
