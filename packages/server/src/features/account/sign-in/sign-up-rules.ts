import type { App } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { Refused } from '../../../refusals.ts'
import { getServerSettings } from '../../server-settings/index.ts'

/**
 * Checks whether an account with this email may be created. People invited to the server or to a board
 * always may, and so does the first account of an empty server.
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
