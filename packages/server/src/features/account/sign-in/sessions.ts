import { lifetimes } from '@tavla/contract'
import type { Actor, App } from '../../../context.ts'
import type { Sql, Tx } from '../../../db/database.ts'
import type { SessionRow } from '../../../db/tables/accounts.ts'
import { randomId, randomSecret } from '../../../ports/random/values.ts'
import { Refused } from '../../../refusals.ts'
import { hashSecret } from '../../../secrets.ts'
import { mustSetUpFactor } from './second-factor.ts'

/** Minimum interval between updates of a session's last use, so that reads do not write. */
const TOUCH_MS = 5 * 60_000
const AGENT_LENGTH = 200

export interface NewSession {
  readonly uid: string
  readonly kind: SessionRow['kind']
  readonly agent: string
  readonly remember: boolean
}

/** Creates a session; the token is returned once and stored as a hash. */
export async function beginSession(app: App, sql: Sql, session: NewSession): Promise<string> {
  const token = randomSecret(app.random, 's')
  const now = app.clock.now()
  const keep_ms = getLifetime(session)
  await sql
    .insertInto('sessions')
    .values({
      id: randomId(app.random),
      uid: session.uid,
      token_hash: hashSecret(token),
      kind: session.kind,
      agent: session.agent.slice(0, AGENT_LENGTH),
      keep_ms,
      created_at: now,
      active_at: now,
      expires_at: now + keep_ms,
      proved_at: session.kind === 'admin' ? now : null,
    })
    .execute()
  await sql.updateTable('accounts').set({ seen_at: now }).where('uid', '=', session.uid).execute()
  return token
}

function getLifetime({ kind, remember }: NewSession): number {
  if (kind === 'admin') return lifetimes.adminSessionMs
  return remember ? lifetimes.rememberedSessionMs : lifetimes.sessionMs
}

/** Finds the session of a token; each use extends its lifetime. */
export async function authenticate(app: App, token: string): Promise<Actor | null> {
  const now = app.clock.now()
  const row = await app.db.sql
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.uid', 'sessions.uid')
    .select(['sessions.id', 'sessions.active_at', 'sessions.keep_ms', 'sessions.uid', 'sessions.generation'])
    .select(['sessions.kind as session_kind', 'sessions.proved_at'])
    .select(['accounts.kind', 'accounts.role', 'accounts.lang'])
    .where('sessions.token_hash', '=', hashSecret(token))
    .where('sessions.expires_at', '>', now)
    .where('accounts.suspended_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  if (now - row.active_at > TOUCH_MS) await touch(app, row, now)
  const { uid, kind, lang, generation } = row
  const actor = { uid, kind, lang: lang ?? 'en', sessionId: row.id, generation, administration: null }
  if (row.session_kind !== 'admin') return actor
  // The session of somebody who is no longer an administrator grants nothing.
  if (row.role !== 'administrator') return null
  const mustSetUp = await mustSetUpFactor(app.db.sql, uid)
  return { ...actor, administration: { provedAt: row.proved_at ?? 0, mustSetUp } }
}

/** A failed update must not fail the call: reads continue while the disk is full. */
async function touch(
  app: App,
  {
    id,
    uid,
    keep_ms,
    session_kind,
  }: Pick<SessionRow, 'id' | 'uid' | 'keep_ms'> & {
    readonly session_kind: SessionRow['kind']
  },
  now: number,
): Promise<void> {
  try {
    await app.db.batch([
      {
        query: app.db.sql
          .updateTable('sessions')
          // Administration ends after its time, however much it is used.
          .set(session_kind === 'admin' ? { active_at: now } : { active_at: now, expires_at: now + keep_ms })
          .where('id', '=', id),
      },
      { query: app.db.sql.updateTable('accounts').set({ seen_at: now }).where('uid', '=', uid) },
    ])
  } catch (error) {
    app.log.warn('a session could not be moved on', { uid, error })
  }
}

/** Replaces the session's token after a change of privileges. */
export async function renewToken(app: App, tx: Tx, id: string): Promise<string> {
  const token = randomSecret(app.random, 's')
  await tx
    .updateTable('sessions')
    .set({ token_hash: hashSecret(token) })
    .where('id', '=', id)
    .execute()
  return token
}

/** Whether the session of a call still exists; it may have ended since authentication. */
export async function hasSession(tx: Tx, sessionId: string): Promise<boolean> {
  return (
    (await tx.selectFrom('sessions').select('id').where('id', '=', sessionId).executeTakeFirst()) !==
    undefined
  )
}

/**
 * Re-checks the session in the transaction of an action that could harm the user who ended it. For
 * calls that require a session.
 */
export async function requireSession(tx: Tx, { sessionId }: Pick<Actor, 'sessionId'>): Promise<void> {
  if (!(await hasSession(tx, sessionId))) throw new Refused('session_invalid')
}

/** An open socket is use of its session: like a call, it starts the session's time anew. Returns those that are live. */
export async function renewOpenSessions(app: App, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const now = app.clock.now()
  await app.db.sql
    .updateTable('sessions')
    .set((row) => ({ active_at: now, expires_at: row('keep_ms', '+', now) }))
    .where('id', 'in', ids)
    // Administration ends after its time, however much it is used.
    .where('kind', '!=', 'admin')
    .where('expires_at', '>', now)
    .where('active_at', '<', now - TOUCH_MS)
    .execute()
  return listLiveSessions(app, ids)
}

/** Those of the sessions that exist and have not expired, for sockets, which outlast the call that opened them. */
export async function listLiveSessions(
  { db, clock }: App,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.sql
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', ids)
    .where('expires_at', '>', clock.now())
    .execute()
  return new Set(rows.map(({ id }) => id))
}
