import type { Calls } from '@tavla/contract'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { randomId } from '../../../ports/random/values.ts'
import { invalid } from '../../../refusals.ts'
import { isCommonPassword } from '../../../passwords.ts'
import { sendCode } from './codes.ts'
import { checkSignUp } from './sign-up-rules.ts'
import { startSession } from './sign-in-options.ts'
import { findAccountByEmail, foldEmail, newAccount } from '../rows.ts'

type Register = Calls['auth']['register']

/** Creates an account and signs it in; an email brings the code that verifies the address. */
export async function register(
  ctx: Context<Register>,
  body: z.output<Register['body']>,
  lang: string | undefined,
) {
  const { app } = ctx
  checkNewPassword(body.password)
  const email = foldEmail(body.email)
  const password = await app.passwords.hash(body.password)
  const uid = randomId(app.random)
  const now = app.clock.now()

  const made = await app.db.transaction(async (tx) => {
    if (await findAccountByEmail(tx, email)) return null
    const name = body.name ?? nameFromEmail(body.email)
    const role = (await hasFullAccount(tx)) ? 'user' : 'administrator'
    if (role === 'user') await checkSignUp(app, tx, email)
    const account = newAccount({ uid, kind: 'full', name, role, email, password, lang: lang ?? null }, now)
    await tx.insertInto('accounts').values(account).execute()
    await sendCode(app, tx, { uid, purpose: 'address', email, lang: lang ?? 'en' })
    return startSession(ctx, tx, account, { event: 'account.made', way: 'password', remember: false })
  })
  return made ?? ctx.refuse('email_taken')
}

/** The first account of an empty server becomes its administrator; decisions §3. */
export async function hasFullAccount(tx: Tx): Promise<boolean> {
  return (
    (await tx.selectFrom('accounts').select('uid').where('kind', '=', 'full').limit(1).executeTakeFirst()) !==
    undefined
  )
}

/** The contract checks the length; common passwords are refused here. */
export function checkNewPassword(password: string, field = 'password'): void {
  if (isCommonPassword(password)) throw invalid({ [field]: 'is among the commonest passwords' })
}

export const nameFromEmail = (email: string): string => email.slice(0, email.indexOf('@')).slice(0, 60)
