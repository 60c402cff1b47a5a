import { lifetimes, type SocialProvider } from '@tavla/contract'
import type { App } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import type { AccountRow } from '../../../db/tables/accounts.ts'
import type { SocialIdentity } from '../../../ports/social/port.ts'
import { randomSecret } from '../../../ports/random/values.ts'
import { hashSecret } from '../../../secrets.ts'
import { audit, type RequestOrigin } from '../../audit/index.ts'
import { attachIdentity } from '../identities.ts'
import { getAccount, updateAccount } from '../rows.ts'
import { enqueueNotification } from '../emails/security-notifications.ts'

/**
 * Stores a verified identity until the holder of the account signs in by an existing method; returns the
 * link token for that sign-in.
 */
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
 * Links the pending identity to the account that has just signed in. Accepted once and only for the account
 * with that email; false when nothing was linked.
 */
export async function joinByLink(
  visit: RequestOrigin,
  tx: Tx,
  uid: string,
  linkHash: string,
): Promise<boolean> {
  const { app } = visit
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
  const account = await getAccount(tx, uid)
  const { email, verified_at } = account
  await auditLinked(visit, tx, account, provider)
  if (verified_at === null && email !== null && email === link.verified_email)
    await updateAccount(tx, uid, { verified_at: now })
  return true
}

/** Logs a new sign-in method and notifies the person. */
export async function auditLinked(
  visit: RequestOrigin,
  tx: Tx,
  account: AccountRow,
  provider: SocialProvider,
): Promise<void> {
  await audit(visit, tx, { event: 'provider.joined', subject: account.uid, provider })
  await enqueueNotification(visit, tx, account, { kind: 'provider_joined', provider })
}
