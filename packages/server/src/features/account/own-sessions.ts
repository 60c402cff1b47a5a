import type { Calls } from '@tavla/contract'
import type { Context } from '../../context.ts'
import { audit } from '../audit/index.ts'
import { withTrustEnd } from './trust.ts'
import { getTime } from './account-view.ts'

type User = Calls['user']

/** The caller's sessions, most recently used first. */
export async function listSessions({ app, actor }: Context<User['sessions']>) {
  const rows = await app.db.sql
    .selectFrom('sessions')
    .selectAll()
    .where('uid', '=', actor.uid)
    .where('expires_at', '>', app.clock.now())
    .orderBy('active_at', 'desc')
    .limit(100)
    .execute()
  const list = rows.map((row) => ({
    id: row.id,
    // Administration runs in a browser, too.
    kind: row.kind === 'admin' ? ('browser' as const) : row.kind,
    agent: row.agent,
    createdAt: getTime(row.created_at),
    lastActiveAt: getTime(row.active_at),
    current: row.id === actor.sessionId,
  }))
  return { list, total: list.length }
}

/** Ends one of the caller's sessions, or all others without an id. */
export async function endOwnSession(ctx: Context<User['endSession']>, id: string | undefined) {
  const { app, actor } = ctx
  const { uid } = actor
  const ended = await withTrustEnd(app, async (tx, endTrust) => {
    const ids = await endTrust(
      id === undefined
        ? { event: 'sessions.ended', uid, sessionId: actor.sessionId }
        : { event: 'session.ended', uid, sessionId: id },
    )
    const event = { event: 'session.ended', which: id === undefined ? 'others' : 'one' } as const
    if (ids.length > 0) await audit(ctx, tx, { ...event, subject: uid })
    return ids
  })
  return id !== undefined && ended.length === 0 ? ctx.refuse('not_found') : {}
}

/** Ends the session of the call; an expired one has ended already. */
export async function logout(ctx: Context<Calls['auth']['logout']>) {
  const { app, actor } = ctx
  if (!actor) return {}
  const { uid, sessionId } = actor
  await withTrustEnd(app, async (tx, endTrust) => {
    await audit(ctx, tx, { event: 'sign_out', subject: uid })
    await endTrust({ event: 'sign_out', uid, sessionId })
  })
  return {}
}
