import { lifetimes, type SocialProvider } from '@tavla/contract'
import type { App } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { SocialIdentity } from '../../ports/social/port.ts'
import { randomSecret } from '../../ports/random/values.ts'
import { hashSecret } from '../../secrets.ts'
import { attachIdentity } from './identities.ts'
import { getAccount, updateAccount } from './rows.ts'

/** Keeps who was proved elsewhere until the holder of the account signs in as before; answers what proves it then. */
export async function offerLink(
  app: App,
  tx: Tx,
  uid: string,
  provider: SocialProvider,
  who: SocialIdentity,
): Promise<string> {
  const link = randomSecret(app.random, 'k')
  const row = {
    hash: hashSecret(link),
    uid,
    provider,
    issuer: who.issuer,
    subject: who.subject,
    verified_email: who.emailVerified ? who.email : null,
    expires_at: app.clock.now() + lifetimes.socialLinkMs,
  }
  await tx.insertInto('social_links').values(row).execute()
  return link
}

/**
 * Joins what waits under the link to the account that has just signed in. Good once, and for nobody but the account
 * whose address it was; false when nothing was joined.
 */
export async function joinByLink(app: App, tx: Tx, uid: string, linkHash: string): Promise<boolean> {
  const now = app.clock.now()
  const link = await tx
    .deleteFrom('social_links')
    .where('hash', '=', linkHash)
    .where('uid', '=', uid)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  if (!link) return false
  const { issuer, subject, provider } = link
  if ((await attachIdentity(tx, { issuer, subject, provider, uid, created_at: now })) !== 'attached')
    return false
  const { email, verified_at } = await getAccount(tx, uid)
  if (verified_at === null && email !== null && email === link.verified_email)
    await updateAccount(tx, uid, { verified_at: now })
  return true
}
