import type { App } from '../../context.ts'
import type { Tx } from '../../db/database.ts'

interface TrustRule {
  /** Which sessions of the person end: the named one, all but the named one, all, or none. */
  readonly sessions: 'named' | 'others' | 'all' | 'none'
  /**
   * What else ends. `session`: what was handed out to the sessions that end. `person`: that, whatever was handed out to
   * a session that stays, and what was mailed.
   */
  readonly credentials: 'session' | 'person'
}

/** Every event that ends trust, and what it ends. Nothing else in the server ends a session or takes back a credential. */
export const trustRules = {
  'password.changed': { sessions: 'others', credentials: 'person' },
  'password.reset': { sessions: 'all', credentials: 'person' },
  'email.changed': { sessions: 'none', credentials: 'person' },
  // A reset link or a code in somebody's mail is not of the session, and has to work after it.
  sign_out: { sessions: 'named', credentials: 'session' },
  'session.ended': { sessions: 'named', credentials: 'session' },
  'sessions.ended': { sessions: 'others', credentials: 'person' },
  'guest.upgraded': { sessions: 'all', credentials: 'person' },
  'account.suspended': { sessions: 'all', credentials: 'person' },
  // By an administrator, who has no session of that person to spare.
  'sessions.revoked': { sessions: 'all', credentials: 'person' },
  'administrator.ended': { sessions: 'all', credentials: 'session' },
  'account.deleted': { sessions: 'all', credentials: 'person' },
} as const satisfies Record<string, TrustRule>

export type TrustEvent = keyof typeof trustRules

/** Whose trust ends, why, and the session that the rule of the event names. */
export interface TrustEnd {
  readonly event: TrustEvent
  readonly uid: string
  readonly sessionId?: string
}

/** Ends it in the transaction that makes the event true; answers the ids of the sessions that ended. */
export type EndTrust = (end: TrustEnd) => Promise<readonly string[]>

/** Runs a transaction in which trust ends; the sockets of the sessions that ended close after its commit. */
export async function endingTrust<T>(app: App, act: (tx: Tx, endTrust: EndTrust) => Promise<T>): Promise<T> {
  let ended: string[] = []
  const result = await app.db.transaction((tx) => {
    // A transaction that got in another's way runs again.
    ended = []
    return act(tx, async (end) => {
      const ids = await endTrust(tx, end)
      ended.push(...ids)
      return ids
    })
  })
  if (ended.length > 0) app.push.sessionsEnded(ended)
  return result
}

/** What is handed out to a session goes with its row: by a foreign key, or because a signed URL names the session. */
async function endTrust(tx: Tx, { event, uid, sessionId = '' }: TrustEnd): Promise<string[]> {
  const { sessions, credentials }: TrustRule = trustRules[event]
  const ended = sessions === 'none' ? [] : await endSessions(tx, uid, sessions, sessionId)
  if (credentials === 'person') await endCredentials(tx, uid)
  return ended
}

async function endSessions(
  tx: Tx,
  uid: string,
  which: Exclude<TrustRule['sessions'], 'none'>,
  sessionId: string,
): Promise<string[]> {
  let query = tx.deleteFrom('sessions').where('uid', '=', uid)
  if (which !== 'all') query = query.where('id', which === 'named' ? '=' : '!=', sessionId)
  return (await query.returning('id').execute()).map(({ id }) => id)
}

async function endCredentials(tx: Tx, uid: string): Promise<void> {
  await tx.deleteFrom('resets').where('uid', '=', uid).execute()
  await tx.deleteFrom('codes').where('uid', '=', uid).execute()
  await tx.deleteFrom('desktop_codes').where('uid', '=', uid).execute()
  await tx.deleteFrom('live_tickets').where('uid', '=', uid).execute()
  await tx.deleteFrom('social_states').where('uid', '=', uid).execute()
  await tx.deleteFrom('social_links').where('uid', '=', uid).execute()
  await tx
    .updateTable('sessions')
    .set((eb) => ({ generation: eb('generation', '+', 1) }))
    .where('uid', '=', uid)
    .execute()
}
