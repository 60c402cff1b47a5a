import type { Calls } from '@tavla/contract'
import type { z } from 'zod'
import type { App, Context } from '../../../context.ts'
import type { Bucket } from '../../../rate-limits/bucket.ts'
import { storedBucket } from '../../../rate-limits/limits.ts'
import { hashSecret } from '../../../secrets.ts'
import { audit, isSignIn } from '../../audit/index.ts'
import { enter } from './sign-in-options.ts'
import { findAccount, findAccountByEmail, foldEmail, getAccount } from '../rows.ts'
import { joinByLink } from './social-links.ts'

type Login = Calls['auth']['login']

interface LoginBuckets {
  /** Of one address from one network. */
  readonly own: Bucket
  /** Of one network, whatever the address. */
  readonly network: Bucket
  /** Of one address from everywhere. */
  readonly anywhere: Bucket
}

const loginBuckets = (email: string, network: string): LoginBuckets => ({
  own: storedBucket('login', email, network),
  network: storedBucket('loginNetwork', network),
  anywhere: storedBucket('loginEmail', email),
})

/**
 * Signs in with e-mail and password. An unknown address takes as long and answers the same as a wrong password. What
 * others try from elsewhere makes nobody wait in a place from where they have come in before.
 */
export async function login(ctx: Context<Login>, body: z.output<Login['body']>) {
  const { app } = ctx
  const { sql } = app.db
  const email = foldEmail(body.email)
  const { own, network, anywhere } = loginBuckets(email, ctx.address)
  const account = await findAccountByEmail(sql, email)
  const isKnown = account !== undefined && (await isSignIn(sql, ctx, account.uid, 'place'))
  // Counted before the password is looked at, or tries that race each other would all be looked at.
  const tried = await app.rateLimits.stored.reserve(isKnown ? [own, network] : [own, network, anywhere])
  const { retryAfter } = tried
  if (retryAfter > 0) return ctx.refuse('too_many_tries', { retryAfter })

  const right = await app.passwords.verify(body.password, account?.password ?? null)
  if (!account || !right) {
    await app.db.transaction(async (tx) => {
      const event = tried.isLast ? 'sign_in.slowed' : 'sign_in.failed'
      await audit(ctx, tx, { event, subject: account?.uid ?? null, way: 'password' })
    })
    return ctx.refuse('wrong_password')
  }
  const { link, remember } = body
  const answer = await app.db.transaction(async (tx) => {
    // A reset or a change may have come first, while this password was being verified.
    const now = await findAccount(tx, account.uid)
    if (now?.password !== account.password) return 'changed'
    if (link !== undefined && !(await joinByLink(ctx, tx, account.uid, hashSecret(link)))) return null
    return enter(ctx, tx, await getAccount(tx, account.uid), { event: 'sign_in', way: 'password', remember })
  })
  if (answer === 'changed') return ctx.refuse('wrong_password')
  await tried.refund()
  await app.rateLimits.stored.clear([own])
  return answer ?? ctx.refuse('code_invalid', { reason: 'link' })
}

/** Anyone who proved the address by mail starts anew, whatever strangers have tried in the meantime. */
export async function forgetFailedLogins(app: App, email: string, address: string): Promise<void> {
  const { own, anywhere } = loginBuckets(email, address)
  await app.rateLimits.stored.clear([own, anywhere])
}
