import type { Tx } from '../../db/database.ts'
import type { AccountRow, SessionRow } from '../../db/tables-accounts.ts'
import { audit, type Visit, type Way, hasComeIn } from '../audit/index.ts'
import { promiseNotice } from './security-notices.ts'
import { beginSession } from './sessions.ts'
import { userOf } from './view.ts'

export interface Entering {
  readonly event: 'account.made' | 'guest.upgraded' | 'sign_in'
  readonly way: Way
  readonly remember: boolean
}

const kindOf = (way: Way): SessionRow['kind'] => (way === 'guest' || way === 'desktop' ? way : 'browser')

/**
 * The one way in: makes the session, notes how it came about, and tells the person by mail when it is with a device
 * that they have not used before.
 */
export async function enter(visit: Visit, tx: Tx, account: AccountRow, { event, way, remember }: Entering) {
  const { app, agent } = visit
  const { uid } = account
  const isNews = event === 'sign_in' && way !== 'guest' && !(await hasComeIn(tx, visit, uid, 'device'))
  await audit(visit, tx, { event, way, subject: uid })
  if (isNews) await promiseNotice(visit, tx, account, { kind: 'sign_in' })
  const token = await beginSession(app, tx, { uid, kind: kindOf(way), agent, remember })
  return { token, user: await userOf(tx, account) }
}
