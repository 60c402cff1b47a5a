import type { SocialProvider } from '@tavla/contract'
import type { Sql, Tx } from '../../db/database.ts'
import type { IdentityRow } from '../../db/tables/accounts.ts'

/** An external identity: issuer and subject, never an email address. */
export type IdentityKey = Pick<IdentityRow, 'issuer' | 'subject'>

export const findIdentity = (sql: Sql, { issuer, subject }: IdentityKey): Promise<IdentityRow | undefined> =>
  sql
    .selectFrom('identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** The providers linked to this account, oldest first. */
export async function getProviders(sql: Sql, uid: string): Promise<SocialProvider[]> {
  const rows = await sql
    .selectFrom('identities')
    .select('provider')
    .where('uid', '=', uid)
    .orderBy('created_at')
    .orderBy('provider')
    .execute()
  return rows.map(({ provider }) => provider)
}

export type AttachOutcome = 'attached' | 'of-another' | 'one-already'

/** Links an identity to an account: at most one per provider, and never to two accounts. */
export async function attachIdentity(tx: Tx, row: IdentityRow): Promise<AttachOutcome> {
  const known = await findIdentity(tx, row)
  if (known) return known.uid === row.uid ? 'attached' : 'of-another'
  if ((await getProviders(tx, row.uid)).includes(row.provider)) return 'one-already'
  await tx.insertInto('identities').values(row).execute()
  return 'attached'
}

export async function detachIdentities(tx: Tx, uid: string, provider?: SocialProvider): Promise<void> {
  let query = tx.deleteFrom('identities').where('uid', '=', uid)
  if (provider !== undefined) query = query.where('provider', '=', provider)
  await query.execute()
}
