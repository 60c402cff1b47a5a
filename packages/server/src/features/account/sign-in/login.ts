import type { Calls } from '@tavla/contract'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { hashSecret } from '../../../secrets.ts'
import { checkPassword, checkSecondFactor } from './check-password.ts'
import { startSession } from './sign-in-options.ts'
import { findAccount, getAccount } from '../rows.ts'
import { joinByLink } from './social-links.ts'

type Login = Calls['auth']['login']

/** Signs in with email and password, and with the second factor where the account has one. */
export async function login(ctx: Context<Login>, body: z.output<Login['body']>) {
  const { app } = ctx
  const { account, settle } = await checkPassword(ctx, body)
  await checkSecondFactor(ctx, account.uid, body.otp)
  const { link, remember } = body
  const answer = await app.db.transaction(async (tx) => {
    // A reset or a change may have committed while this password was being verified.
    const now = await findAccount(tx, account.uid)
    if (now?.password !== account.password) return 'changed'
    if (link !== undefined && !(await joinByLink(ctx, tx, account.uid, hashSecret(link)))) return null
    return startSession(ctx, tx, await getAccount(tx, account.uid), {
      event: 'sign_in',
      way: 'password',
      remember,
    })
  })
  if (answer === 'changed') return ctx.refuse('wrong_password')
  await settle()
  return answer ?? ctx.refuse('code_invalid', { reason: 'link' })
}
