import type { Calls } from '@tavla/contract'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { randomId, randomSecret } from '../../ports/random/values.ts'
import { equalSecrets, hashSecret } from '../../secrets.ts'
import { sendCode, tryCode } from './codes.ts'
import { enter } from './entering.ts'
import { isSpokenFor } from './left.ts'
import { checkNewPassword, hasFullAccount } from './register.ts'
import { findAccount, findAccountByEmail, foldEmail, getAccount, newAccount, updateAccount } from './rows.ts'
import { endSessions } from './sessions.ts'

type Auth = Calls['auth']

/** Shorter ids are too easy to have been taken by somebody on purpose. */
const MIN_UID = 16

/** Comes in as a guest. The uid alone opens nothing: without its secret a known one gets a new guest. */
export async function guestLogin(
  ctx: Context<Auth['guestLogin']>,
  query: z.output<Auth['guestLogin']['query']>,
  body: z.output<Auth['guestLogin']['body']>,
) {
  const { app } = ctx
  const secret = body.secret ?? query.secret
  const known = await findAccount(app.db.sql, query.uid)
  const stored = known?.kind === 'guest' ? known.guest_secret : null
  if (known && stored && secret && equalSecrets(hashSecret(secret), stored))
    return app.db.transaction((tx) => enter(ctx, tx, known, { ...asGuest, event: 'sign_in' }))

  const isFree = !known && query.uid.length >= MIN_UID && !(await isSpokenFor(app.db.sql, query.uid))
  const uid = isFree ? query.uid : randomId(app.random)
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
    return enter(ctx, tx, account, { ...asGuest, event: 'account.made' })
  })
  return { ...entered, secret: made }
}

const asGuest = { way: 'guest', remember: true } as const

type Upgraded =
  'taken' | 'wrong' | (Awaited<ReturnType<typeof enter>> & { readonly ended: readonly string[] })

/** Same uid, spaces and work; the guest's secret and sessions end. Never merges into another account. */
export async function upgradeGuest(
  ctx: Context<Auth['upgradeGuest']>,
  body: z.output<Auth['upgradeGuest']['body']>,
) {
  const { app, actor } = ctx
  checkNewPassword(body.password)
  const email = foldEmail(body.email)
  const password = await app.passwords.hash(body.password)
  const { uid } = actor
  const upgraded = await app.db.transaction(async (tx): Promise<Upgraded> => {
    const verified =
      body.code === undefined
        ? null
        : await tryCode(ctx, tx, { uid, purpose: 'address', email, code: body.code })
    if (verified !== null && verified !== 'right') return 'wrong'
    if (await findAccountByEmail(tx, email)) return 'taken'
    const role = (await hasFullAccount(tx)) ? 'user' : 'administrator'
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
    if (verified === null) await sendCode(app, tx, { uid, purpose: 'address', email, lang: actor.lang })
    const ended = await endSessions(tx, uid)
    const entering = { event: 'guest.upgraded', way: 'password', remember: false } as const
    return { ...(await enter(ctx, tx, await getAccount(tx, uid), entering)), ended }
  })
  if (upgraded === 'taken') return ctx.refuse('email_taken')
  if (upgraded === 'wrong') return ctx.refuse('code_invalid')
  app.push.sessionsEnded(upgraded.ended)
  return { token: upgraded.token, user: upgraded.user }
}
