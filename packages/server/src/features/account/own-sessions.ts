import type { Calls } from '@tavla/contract'
import type { Context } from '../../context.ts'
import { endSessions } from './sessions.ts'
import { timeOf } from './view.ts'

type User = Calls['user']

/** Where I am signed in, the latest use first. */
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
    kind: row.kind,
    agent: row.agent,
    createdAt: timeOf(row.created_at),
    lastActiveAt: timeOf(row.active_at),
    current: row.id === actor.sessionId,
  }))
  return { list, total: list.length }
}

/** Ends one of my sessions, or without an id all others. */
export async function endOwnSession(ctx: Context<User['endSession']>, id: string | undefined) {
  const { app, actor } = ctx
  const which = id === undefined ? { except: actor.sessionId } : { only: id }
  const ended = await app.db.transaction((tx) => endSessions(tx, actor.uid, which))
  if (id !== undefined && ended.length === 0) return ctx.refuse('not_found')
  app.push.sessionsEnded(ended)
  return {}
}
