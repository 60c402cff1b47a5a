import type { Tx } from '../../../db/database.ts'
import type { AccountRow, SessionRow } from '../../../db/tables/accounts.ts'
import { audit, type Visit, type Way, isSignIn } from '../../audit/index.ts'
import { enqueueNotification } from '../emails/security-notifications.ts'
import { Refused } from '../../../refusals.ts'
import { beginSession } from './sessions.ts'
import { getUser } from '../account-view.ts'

export interface SignInOptions {
  readonly event: 'account.made' | 'guest.upgraded' | 'sign_in'
  readonly way: Way
  readonly remember: boolean
}

const getKind = (way: Way): SessionRow['kind'] => (way === 'guest' || way === 'desktop' ? way : 'browser')

/**
 * The one way in: makes the session, notes how it came about, and tells the person by mail when it is with a device
 * that they have not used before.
 */
export async function enter(
  visit: Visit,
  tx: Tx,
  account: AccountRow,
  { event, way, remember }: SignInOptions,
) {
  const { app, agent } = visit
  const { uid } = account
  if (account.suspended_at !== null) throw new Refused('forbidden', { reason: 'suspended' })
  const isNews = event === 'sign_in' && way !== 'guest' && !(await isSignIn(tx, visit, uid, 'device'))
  await audit(visit, tx, { event, way, subject: uid })
  if (isNews) await enqueueNotification(visit, tx, account, { kind: 'sign_in' })
  const token = await beginSession(app, tx, { uid, kind: getKind(way), agent, remember })
  return { token, user: await getUser(tx, account) }
}
