import {
  type Calls,
  type CallRequest,
  historyLimits,
  isAtLeast,
  type Role,
  type Version,
} from '@tavla/contract'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Sql } from '../../db/database.ts'
import type { VersionRow } from '../../db/tables/history.ts'
import { randomId } from '../../ports/random/values.ts'
import { getTime } from '../account/index.ts'
import { checkVersion, getVisibleRange } from './visible-range.ts'

type Space = Calls['space']

/** Named versions within the visible range. */
export async function listVersions({ app, space: { wid } }: Context<Space['versions']>) {
  const { first } = await getVisibleRange(app, wid)
  const rows = await app.db.sql
    .selectFrom('versions')
    .selectAll()
    .where('wid', '=', wid)
    .where('seq', '>=', first)
    .orderBy('seq', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  return { list: rows.map(getVersion), total: rows.length }
}

export async function nameVersion(
  ctx: Context<Space['nameVersion']>,
  { body }: CallRequest<Space['nameVersion']>,
) {
  const { app, actor, space } = ctx
  await checkVersion(ctx, body.seq)
  const now = app.clock.now()
  const time = (await app.boards.past.getTime(space.wid, body.seq)) ?? now
  const id = randomId(app.random)
  const row = { id, wid: space.wid, seq: body.seq, time, name: body.name, uid: actor.uid, created_at: now }
  const used = await app.db.transaction(async (tx) => {
    const { count } = await tx
      .selectFrom('versions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('wid', '=', space.wid)
      .executeTakeFirstOrThrow()
    if (count < historyLimits.versions) await tx.insertInto('versions').values(row).execute()
    return count
  })
  if (used >= historyLimits.versions)
    return ctx.refuse('limit_reached', { limit: historyLimits.versions, used })
  return getVersion(row)
}

export async function renameVersion(
  ctx: Context<Space['renameVersion']>,
  { body }: CallRequest<Space['renameVersion']>,
) {
  const row = await ownVersion(ctx.app.db.sql, ctx.space, body.id, ctx.actor.uid)
  if (typeof row === 'string') return ctx.refuse(row)
  await ctx.app.db.sql.updateTable('versions').set({ name: body.name }).where('id', '=', row.id).execute()
  return getVersion({ ...row, name: body.name })
}

export async function removeVersion(
  ctx: Context<Space['removeVersion']>,
  { query }: CallRequest<Space['removeVersion']>,
) {
  const row = await ownVersion(ctx.app.db.sql, ctx.space, query.id, ctx.actor.uid)
  if (typeof row === 'string') return ctx.refuse(row)
  await ctx.app.db.sql.deleteFrom('versions').where('id', '=', row.id).execute()
  return {}
}

/** The person who named a version and admins can change it. */
async function ownVersion(
  sql: Sql,
  { wid, role }: { readonly wid: string; readonly role: Role },
  id: string,
  uid: string,
): Promise<VersionRow | 'not_found' | 'forbidden'> {
  const row = await sql
    .selectFrom('versions')
    .selectAll()
    .where('id', '=', id)
    .where('wid', '=', wid)
    .executeTakeFirst()
  if (!row) return 'not_found'
  return row.uid === uid || isAtLeast(role, 'admin') ? row : 'forbidden'
}

function getVersion({ id, seq, time, name, uid, created_at }: VersionRow): z.input<typeof Version> {
  return { id, seq, time: getTime(time), name, uid, createdAt: getTime(created_at) }
}
