import type { Calls } from '@tavla/contract'
import type { z } from 'zod'
import type { App, Context } from '../../../context.ts'
import { randomId, randomSecret } from '../../../ports/random/values.ts'
import { equalSecrets, hashSecret } from '../../../secrets.ts'
import { sendCode, tryCode } from './codes.ts'
import { startSession } from './sign-in-options.ts'
import { isPlaceholderUsed } from '../deleted-account.ts'
import { checkNewPassword, hasFullAccount } from './register.ts'
import { findAccount, findAccountByEmail, foldEmail, getAccount, newAccount, updateAccount } from '../rows.ts'
import { checkSignUp } from './sign-up-rules.ts'
import { requireSession } from './sessions.ts'
import { getServerSettings } from '../../server-settings/index.ts'
import { withTrustEnd } from '../trust.ts'

type Auth = Calls['auth']

/** Shorter ids could be chosen by somebody else on purpose. */
const MIN_UID = 16

/** Signs in as a guest. A known uid without its secret gets a new guest. */
export async function guestLogin(
  ctx: Context<Auth['guestLogin']>,
  query: z.output<Auth['guestLogin']['query']>,
  body: z.output<Auth['guestLogin']['body']>,
) {
  const { app } = ctx
  const secret = body.secret ?? query.secret
  const wished = query.uid ?? ''
  const back = secret === undefined ? null : await resumeGuest(ctx, wished, secret)
  if (back) return back
  if (!(await getServerSettings(app.db.sql)).guests) return ctx.refuse('forbidden', { reason: 'sign_up' })

  const uid = (await isFree(app, wished)) ? wished : randomId(app.random)
  const made = randomSecret(app.random, 'g')
  const account = newAccount(
    {
      uid,
      kind: 'guest',
      name: body.name ?? query.name ?? 'Guest',
      role: 'user',
      guest_secret: hashSecret(made),
      country: query.country ?? null,
      from_product: query.from_product ?? null,
    },
    app.clock.now(),
  )
  const entered = await app.db.transaction(async (tx) => {
    await tx.insertInto('accounts').values(account).execute()
    return startSession(ctx, tx, account, { ...asGuest, event: 'account.made' })
  })
  return { ...entered, secret: made }
}

const isFree = async ({ db }: App, uid: string): Promise<boolean> =>
  uid.length >= MIN_UID && !(await findAccount(db.sql, uid)) && !(await isPlaceholderUsed(db.sql, uid))

/**
 * Null: no guest has this uid and secret. Checked when signing in, because an upgrade removes the secret.
 */
const resumeGuest = ({ app, ...visit }: Context<Auth['guestLogin']>, uid: string, secret: string) =>
  app.db.transaction(async (tx) => {
    const known = await findAccount(tx, uid)
    const stored = known?.kind === 'guest' ? known.guest_secret : null
    if (!known || !stored || !equalSecrets(hashSecret(secret), stored)) return null
    return startSession({ app, ...visit }, tx, known, { ...asGuest, event: 'sign_in' })
  })

const asGuest = { way: 'guest', remember: true } as const

type UpgradeOutcome = 'taken' | 'wrong' | Awaited<ReturnType<typeof startSession>>

/** Keeps uid, spaces and work; ends the guest's secret and sessions. Never merges into another account. */
export async function upgradeGuest(
  ctx: Context<Auth['upgradeGuest']>,
  body: z.output<Auth['upgradeGuest']['body']>,
) {
  const { app, actor } = ctx
  checkNewPassword(body.password)
  const email = foldEmail(body.email)
  const password = await app.passwords.hash(body.password)
  const { uid } = actor
  const upgraded = await withTrustEnd(app, async (tx, endTrust): Promise<UpgradeOutcome> => {
    await requireSession(tx, actor)
    const verified =
      body.code === undefined
        ? null
        : await tryCode(ctx, tx, { uid, purpose: 'address', email, code: body.code })
    if (verified !== null && verified !== 'right') return 'wrong'
    if (await findAccountByEmail(tx, email)) return 'taken'
    const role = (await hasFullAccount(tx)) ? 'user' : 'administrator'
    if (role === 'user') await checkSignUp(app, tx, email)
    const verified_at = verified === null ? null : app.clock.now()
    await updateAccount(tx, uid, {
      kind: 'full',
      email,
      password,
      name: body.name,
      role,
      verified_at,
      guest_secret: null,
    })
    await endTrust({ event: 'guest.upgraded', uid })
    if (verified === null) await sendCode(app, tx, { uid, purpose: 'address', email, lang: actor.lang })
    const entering = { event: 'guest.upgraded', way: 'password', remember: false } as const
    return startSession(ctx, tx, await getAccount(tx, uid), entering)
  })
  if (upgraded === 'taken') return ctx.refuse('email_taken')
  if (upgraded === 'wrong') return ctx.refuse('code_invalid')
  return upgraded
}
