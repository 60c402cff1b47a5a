import type { App } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { Refused } from '../../../refusals.ts'
import { getServerSettings } from '../../server-settings/index.ts'

/**
 * May somebody with this address make an account here? People invited to the server or to a board may, whatever the rule.
 * The first account of an empty server is nobody's to refuse.
 */
export async function checkSignUp(app: App, tx: Tx, email: string | null): Promise<void> {
  const { signUp, domains } = await getServerSettings(tx)
  if (signUp === 'open') return
  const domain = email?.split('@')[1] ?? ''
  if (signUp === 'domain' && domains.includes(domain)) return
  if (email !== null && (await isInvited(app, tx, email))) return
  throw new Refused('forbidden', { reason: 'sign_up' })
}

async function isInvited({ clock }: App, tx: Tx, email: string): Promise<boolean> {
  const invited = await tx
    .selectFrom('server_invitations')
    .select('id')
    .where('email', '=', email)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  if (invited) return true
  const board = await tx
    .selectFrom('invitations')
    .select('id')
    .where('email', '=', email)
    .limit(1)
    .executeTakeFirst()
  return board !== undefined
}
