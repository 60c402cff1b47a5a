import type { Calls } from '@tavla/contract'
import type { z } from 'zod'
import type { App, Context } from '../../context.ts'
import { hashSecret } from '../../secrets.ts'
import { audit, hasComeIn } from '../audit/index.ts'
import { type AttemptRule, attemptKey, countFailure, forgetFailures, waitOf } from './attempts.ts'
import { enter } from './entering.ts'
import { findAccountByEmail, foldEmail, getAccount } from './rows.ts'
import { joinByLink } from './social-links.ts'

type Login = Calls['auth']['login']

interface LoginRules {
  /** Of one address from one place, and from one place whatever the address. */
  readonly here: readonly [AttemptRule, AttemptRule]
  /** Of one address from anywhere. */
  readonly anywhere: AttemptRule
}

/** Tries before waiting. */
const rulesOf = (email: string, address: string): LoginRules => ({
  here: [
    { key: attemptKey('login', email, address), free: 10 },
    { key: attemptKey('login-address', address), free: 100 },
  ],
  anywhere: { key: attemptKey('login-email', email), free: 60 },
})

/**
 * Signs in with e-mail and password. An unknown address takes as long and answers the same as a wrong password. What
 * others try from elsewhere makes nobody wait in a place from where they have come in before.
 */
export async function login(ctx: Context<Login>, body: z.output<Login['body']>) {
  const { app } = ctx
  const { sql } = app.db
  const email = foldEmail(body.email)
  const { here, anywhere } = rulesOf(email, ctx.address)
  const account = await findAccountByEmail(sql, email)
  const isKnown = account !== undefined && (await hasComeIn(sql, ctx, account.uid, 'place'))
  const retryAfter = await waitOf(app, isKnown ? here : [...here, anywhere])
  if (retryAfter > 0) return ctx.refuse('too_many_tries', { retryAfter })

  const right = await app.passwords.verify(body.password, account?.password ?? null)
  if (!account || !right) {
    await app.db.transaction(async (tx) => {
      const slowed = await countFailure(app, tx, [...here, anywhere])
      const event = slowed ? 'sign_in.slowed' : 'sign_in.failed'
      await audit(ctx, tx, { event, subject: account?.uid ?? null, way: 'password' })
    })
    return ctx.refuse('wrong_password')
  }
  const { link, remember } = body
  const answer = await app.db.transaction(async (tx) => {
    if (link !== undefined && !(await joinByLink(ctx, tx, account.uid, hashSecret(link)))) return null
    return enter(ctx, tx, await getAccount(tx, account.uid), { event: 'sign_in', way: 'password', remember })
  })
  await forgetFailures(app, [here[0]])
  return answer ?? ctx.refuse('code_invalid', { reason: 'link' })
}

/** Whoever proved the address by mail starts anew, whatever strangers have tried in the meantime. */
export async function forgetFailedLogins(app: App, email: string, address: string): Promise<void> {
  const { here, anywhere } = rulesOf(email, address)
  await forgetFailures(app, [here[0], anywhere])
}
