import type { Tx } from '../../../db/database.ts'
import type { AccountRow, SessionRow } from '../../../db/tables/accounts.ts'
import { audit, type RequestOrigin, type SignInMethod, isKnownSignIn } from '../../audit/index.ts'
import { enqueueNotification } from '../emails/security-notifications.ts'
import { Refused } from '../../../refusals.ts'
import { beginSession } from './sessions.ts'
import { getUser } from '../account-view.ts'

export interface SignInOptions {
  readonly event: 'account.made' | 'guest.upgraded' | 'sign_in'
  readonly method: SignInMethod
  readonly remember: boolean
}

const getKind = (method: SignInMethod): SessionRow['kind'] =>
  method === 'guest' || method === 'desktop' ? method : 'browser'

/**
 * Starts every session: records how it began, and emails the person if the device is new to the account.
 */
export async function startSession(
  visit: RequestOrigin,
  tx: Tx,
  account: AccountRow,
  { event, method, remember }: SignInOptions,
) {
  const { app, agent } = visit
  const { uid } = account
  if (account.suspended_at !== null) throw new Refused('forbidden', { reason: 'suspended' })
  const isNewDevice =
    event === 'sign_in' && method !== 'guest' && !(await isKnownSignIn(tx, visit, uid, 'device'))
  await audit(visit, tx, { event, way: method, subject: uid })
  if (isNewDevice) await enqueueNotification(visit, tx, account, { kind: 'sign_in' })
  const token = await beginSession(app, tx, { uid, kind: getKind(method), agent, remember })
  return { token, user: await getUser(tx, account) }
}
