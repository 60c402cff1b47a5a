import type { App } from '../../context.ts'
import type { Tx } from '../../db/database.ts'

interface TrustRule {
  /** Which sessions of the account end: the named one, all but the named one, all, or none. */
  readonly sessions: 'named' | 'others' | 'all' | 'none'
  /**
   * What else ends. `session`: credentials issued to the sessions that end. `person`: also credentials
   * issued to a session that stays, and emailed codes and links.
   */
  readonly credentials: 'session' | 'person'
}

/**
 * Every event that ends sessions, and what it ends. No other code ends a session or revokes a credential.
 */
export const trustRules = {
  'password.changed': { sessions: 'others', credentials: 'person' },
  'password.reset': { sessions: 'all', credentials: 'person' },
  'email.changed': { sessions: 'none', credentials: 'person' },
  // An emailed reset link or code does not belong to the session and has to work after sign-out.
  sign_out: { sessions: 'named', credentials: 'session' },
  'session.ended': { sessions: 'named', credentials: 'session' },
  'sessions.ended': { sessions: 'others', credentials: 'person' },
  'guest.upgraded': { sessions: 'all', credentials: 'person' },
  'account.suspended': { sessions: 'all', credentials: 'person' },
  // By an administrator, who has no session of that account to keep.
  'sessions.revoked': { sessions: 'all', credentials: 'person' },
  'administrator.ended': { sessions: 'all', credentials: 'session' },
  'account.deleted': { sessions: 'all', credentials: 'person' },
} as const satisfies Record<string, TrustRule>

export type TrustEvent = keyof typeof trustRules

/** Account, reason, and the session that the event's rule refers to. */
export interface TrustEnd {
  readonly event: TrustEvent
  readonly uid: string
  readonly sessionId?: string
}

/** Ends sessions and credentials in the event's transaction; returns the ids of the ended sessions. */
export type EndTrust = (end: TrustEnd) => Promise<readonly string[]>

/** Runs a transaction that ends sessions; their sockets are closed after its commit. */
export async function withTrustEnd<T>(app: App, act: (tx: Tx, endTrust: EndTrust) => Promise<T>): Promise<T> {
  let ended: string[] = []
  const result = await app.db.transaction((tx) => {
    // The transaction runs again after a serialization conflict.
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

/**
 * Credentials of a session end with its row: by a foreign key, or because a signed URL names the session.
 */
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
