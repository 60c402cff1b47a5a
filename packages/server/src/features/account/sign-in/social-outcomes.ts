import type { Actor, App } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import type { AccountRow, SocialStateRow } from '../../../db/tables/accounts.ts'
import type { SocialIdentity } from '../../../ports/social/port.ts'
import { randomId } from '../../../ports/random/values.ts'
import type { Visit } from '../../audit/index.ts'
import { sendCode } from './codes.ts'
import { enter, type SignInOptions } from './sign-in-options.ts'
import { type Attached, attachIdentity, findIdentity } from '../identities.ts'
import { hasFullAccount, nameFromEmail } from './register.ts'
import { findAccountByEmail, getAccount, newAccount, updateAccount } from '../rows.ts'
import { checkSignUp } from './sign-up-rules.ts'
import { hasSession, renewToken } from './sessions.ts'
import { joinByLink, noteJoined, offerLink } from './social-links.ts'
import type { EndTrust } from '../trust.ts'
import { getUser } from '../account-view.ts'

/** Somebody who is back from a provider, and what they left for. */
export interface Back {
  readonly visit: Visit
  readonly tx: Tx
  readonly endTrust: EndTrust
  readonly begun: SocialStateRow
  readonly who: SocialIdentity
}

type SignedIn = Awaited<ReturnType<typeof enter>>

export type SocialOutcome =
  SignedIn | { readonly link: string } | Exclude<Attached, 'attached'> | 'taken' | 'wrong'

/**
 * In as the account that this identity leads to, or as a new one. An address that somebody has already opens nothing,
 * however well it was checked: who holds both proves it by signing in as before.
 */
export async function enterBySocial(back: Back): Promise<SocialOutcome> {
  const { visit, tx, begun, who } = back
  const known = await findIdentity(tx, who)
  if (begun.link_hash !== null)
    return known && (await joinByLink(visit, tx, known.uid, begun.link_hash))
      ? signIn(back, known.uid, 'sign_in')
      : 'wrong'
  if (known) return signIn(back, known.uid, 'sign_in')
  const holder = who.email === null ? undefined : await findAccountByEmail(tx, who.email)
  if (holder) return { link: await offerLink(visit.app, tx, holder.uid, begun.provider, who) }
  return signIn(back, await makeAccount(back), 'account.made')
}

async function makeAccount({ visit: { app }, tx, begun, who }: Back): Promise<string> {
  const uid = randomId(app.random)
  const now = app.clock.now()
  const name = who.name ?? (who.email === null ? 'Someone' : nameFromEmail(who.email))
  const account = newAccount({ uid, kind: 'full', name, ...(await newHolder(app, tx, who)) }, now)
  await tx.insertInto('accounts').values(account).execute()
  await attach(app, { tx, begun, who }, uid)
  await verifyEmail(app, tx, account)
  return uid
}

/** What every account is made with that begins at a provider: its role, its address and whether that was checked. */
async function newHolder(app: App, tx: Tx, { email, emailVerified }: SocialIdentity) {
  const role = (await hasFullAccount(tx)) ? 'user' : 'administrator'
  if (role === 'user') await checkSignUp(app, tx, emailVerified ? email : null)
  return { role, email, verified_at: emailVerified ? app.clock.now() : null } as const
}

/** An address that nobody has checked gets the same email as one that was typed at registration. */
async function verifyEmail(
  app: App,
  tx: Tx,
  { uid, email, verified_at, lang }: Pick<AccountRow, 'uid' | 'email' | 'verified_at' | 'lang'>,
): Promise<void> {
  if (email === null || verified_at !== null) return
  await sendCode(app, tx, { uid, purpose: 'address', email, lang: lang ?? 'en' })
}

const attach = (
  app: App,
  { tx, begun, who }: Pick<Back, 'tx' | 'begun' | 'who'>,
  uid: string,
): Promise<Attached> =>
  attachIdentity(tx, {
    issuer: who.issuer,
    subject: who.subject,
    provider: begun.provider,
    uid,
    created_at: app.clock.now(),
  })

async function signIn(
  { visit, tx, begun }: Back,
  uid: string,
  event: SignInOptions['event'],
): Promise<SignedIn> {
  const entering = { event, way: begun.provider, remember: begun.remember === 1 }
  return enter(visit, tx, await getAccount(tx, uid), entering)
}

/** One more way in for somebody who is signed in; their session goes on under a new token. */
export async function linkSocial(back: Back, actor: Actor): Promise<SocialOutcome> {
  const { visit, tx, begun, who } = back
  const { app } = visit
  const { uid, sessionId } = actor
  if (!(await hasSession(tx, sessionId))) return 'wrong'
  const attached = await attach(app, back, uid)
  if (attached !== 'attached') return attached
  const account = await getAccount(tx, uid)
  const { email, verified_at } = account
  await noteJoined(visit, tx, account, begun.provider)
  if (verified_at === null && who.emailVerified && email === who.email)
    await updateAccount(tx, uid, { verified_at: app.clock.now() })
  const token = await renewToken(app, tx, sessionId)
  return { token, user: await getUser(tx, await getAccount(tx, uid)) }
}

/** The guest becomes a full account: same uid, spaces and work. Never merges into an account that is there already. */
export async function upgradeBySocial(back: Back, actor: Actor): Promise<SocialOutcome> {
  const { tx, who } = back
  const { app } = back.visit
  const { uid, sessionId } = actor
  if (!(await hasSession(tx, sessionId))) return 'wrong'
  if (await findIdentity(tx, who)) return 'of-another'
  if (who.email !== null && (await findAccountByEmail(tx, who.email))) return 'taken'
  const holder = await newHolder(app, tx, who)
  await updateAccount(tx, uid, { ...holder, kind: 'full', guest_secret: null })
  await attach(app, back, uid)
  await back.endTrust({ event: 'guest.upgraded', uid })
  await verifyEmail(app, tx, await getAccount(tx, uid))
  return signIn(back, uid, 'guest.upgraded')
}
