import type { Tx } from '../../../db/database.ts'
import type { AccountRow, SessionRow } from '../../../db/tables/accounts.ts'
import { audit, type RequestOrigin, type SignInMethod, isKnownSignIn } from '../../audit/index.ts'
import { enqueueNotification } from '../emails/security-notifications.ts'
import { Refused } from '../../../refusals.ts'
import { beginSession } from './sessions.ts'
import { getUser } from '../account-view.ts'

export interface SignInOptions {
  readonly event: 'account.made' | 'guest.upgraded' | 'sign_in'
  readonly way: SignInMethod
  readonly remember: boolean
}

const getKind = (way: SignInMethod): SessionRow['kind'] =>
  way === 'guest' || way === 'desktop' ? way : 'browser'

/**
 * Starts every session: records how it began, and emails the person if the device is new to the account.
 */
export async function startSession(
  visit: RequestOrigin,
  tx: Tx,
  account: AccountRow,
  { event, way, remember }: SignInOptions,
) {
  const { app, agent } = visit
  const { uid } = account
  if (account.suspended_at !== null) throw new Refused('forbidden', { reason: 'suspended' })
  const isNewDevice =
    event === 'sign_in' && way !== 'guest' && !(await isKnownSignIn(tx, visit, uid, 'device'))
  await audit(visit, tx, { event, way, subject: uid })
  if (isNewDevice) await enqueueNotification(visit, tx, account, { kind: 'sign_in' })
  const token = await beginSession(app, tx, { uid, kind: getKind(way), agent, remember })
  return { token, user: await getUser(tx, account) }
}
