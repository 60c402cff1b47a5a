import type { Actor, App } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import type { AccountRow, SocialStateRow } from '../../../db/tables/accounts.ts'
import type { SocialIdentity } from '../../../ports/social/port.ts'
import { randomId } from '../../../ports/random/values.ts'
import type { RequestOrigin } from '../../audit/index.ts'
import { sendCode } from './codes.ts'
import { startSession, type SignInOptions } from './sign-in-options.ts'
import { type AttachOutcome, attachIdentity, findIdentity } from '../identities.ts'
import { hasFullAccount, nameFromEmail } from './register.ts'
import { findAccountByEmail, getAccount, newAccount, updateAccount } from '../rows.ts'
import { checkSignUp } from './sign-up-rules.ts'
import { hasSession, renewToken } from './sessions.ts'
import { joinByLink, auditLinked, offerLink } from './social-links.ts'
import type { EndTrust } from '../trust.ts'
import { getUser } from '../account-view.ts'

/** A completed return from a provider, with the sign-in it belongs to. */
export interface SocialCallback {
  readonly visit: RequestOrigin
  readonly tx: Tx
  readonly endTrust: EndTrust
  readonly started: SocialStateRow
  readonly who: SocialIdentity
}

type SignedIn = Awaited<ReturnType<typeof startSession>>

export type SocialOutcome =
  SignedIn | { readonly link: string } | Exclude<AttachOutcome, 'attached'> | 'taken' | 'wrong'

/**
 * Signs in to the account that this identity is linked to, or creates one. An email that an account already
 * has does not open that account, even if verified: its holder has to sign in as before.
 */
export async function enterBySocial(back: SocialCallback): Promise<SocialOutcome> {
  const { visit, tx, started, who } = back
  const known = await findIdentity(tx, who)
  if (started.link_hash !== null)
    return known && (await joinByLink(visit, tx, known.uid, started.link_hash))
      ? signIn(back, known.uid, 'sign_in')
      : 'wrong'
  if (known) return signIn(back, known.uid, 'sign_in')
  const holder = who.email === null ? undefined : await findAccountByEmail(tx, who.email)
  if (holder) return { link: await offerLink(visit.app, tx, holder.uid, started.provider, who) }
  return signIn(back, await makeAccount(back), 'account.made')
}

async function makeAccount({ visit: { app }, tx, started, who }: SocialCallback): Promise<string> {
  const uid = randomId(app.random)
  const now = app.clock.now()
  const name = who.name ?? (who.email === null ? 'Someone' : nameFromEmail(who.email))
  const account = newAccount({ uid, kind: 'full', name, ...(await createHolder(app, tx, who)) }, now)
  await tx.insertInto('accounts').values(account).execute()
  await attach(app, { tx, started, who }, uid)
  await verifyEmail(app, tx, account)
  return uid
}

/** Role, email and verification of an account created through a provider. */
async function createHolder(app: App, tx: Tx, { email, emailVerified }: SocialIdentity) {
  const role = (await hasFullAccount(tx)) ? 'user' : 'administrator'
  if (role === 'user') await checkSignUp(app, tx, emailVerified ? email : null)
  return { role, email, verified_at: emailVerified ? app.clock.now() : null } as const
}

/** An unverified email gets the same verification email as at registration. */
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
  { tx, started, who }: Pick<SocialCallback, 'tx' | 'started' | 'who'>,
  uid: string,
): Promise<AttachOutcome> =>
  attachIdentity(tx, {
    issuer: who.issuer,
    subject: who.subject,
    provider: started.provider,
    uid,
    created_at: app.clock.now(),
  })

async function signIn(
  { visit, tx, started }: SocialCallback,
  uid: string,
  event: SignInOptions['event'],
): Promise<SignedIn> {
  const entering = { event, way: started.provider, remember: started.remember === 1 }
  return startSession(visit, tx, await getAccount(tx, uid), entering)
}

/** Adds a sign-in method to the signed-in account; its session continues under a new token. */
export async function linkSocial(back: SocialCallback, actor: Actor): Promise<SocialOutcome> {
  const { visit, tx, started, who } = back
  const { app } = visit
  const { uid, sessionId } = actor
  if (!(await hasSession(tx, sessionId))) return 'wrong'
  const attached = await attach(app, back, uid)
  if (attached !== 'attached') return attached
  const account = await getAccount(tx, uid)
  const { email, verified_at } = account
  await auditLinked(visit, tx, account, started.provider)
  if (verified_at === null && who.emailVerified && email === who.email)
    await updateAccount(tx, uid, { verified_at: app.clock.now() })
  const token = await renewToken(app, tx, sessionId)
  return { token, user: await getUser(tx, await getAccount(tx, uid)) }
}

/**
 * Upgrades the guest to a full account: same uid, spaces and work. Never merges into an existing account.
 */
export async function upgradeBySocial(back: SocialCallback, actor: Actor): Promise<SocialOutcome> {
  const { tx, who } = back
  const { app } = back.visit
  const { uid, sessionId } = actor
  if (!(await hasSession(tx, sessionId))) return 'wrong'
  if (await findIdentity(tx, who)) return 'of-another'
  if (who.email !== null && (await findAccountByEmail(tx, who.email))) return 'taken'
  const holder = await createHolder(app, tx, who)
  await updateAccount(tx, uid, { ...holder, kind: 'full', guest_secret: null })
  await attach(app, back, uid)
  await back.endTrust({ event: 'guest.upgraded', uid })
  await verifyEmail(app, tx, await getAccount(tx, uid))
  return signIn(back, uid, 'guest.upgraded')
}
