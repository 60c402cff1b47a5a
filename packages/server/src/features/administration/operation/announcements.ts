import type { Calls } from '@tavla/contract'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import type { AnnouncementRow } from '../../../db/tables/administration.ts'
import { randomId } from '../../../ports/random/values.ts'
import { getTime, timeOrNull } from '../../account/index.ts'
import { act, type Admin, type AdminContext } from '../act.ts'

const MOST = 200

const getAnnouncement = ({ starts_at, ends_at, ...row }: AnnouncementRow) => ({
  ...row,
  startsAt: getTime(starts_at),
  endsAt: timeOrNull(ends_at),
})

export async function listAnnouncements({ app }: AdminContext<'announcements'>) {
  const rows = await app.db.sql
    .selectFrom('announcements')
    .selectAll()
    .orderBy('starts_at', 'desc')
    .limit(MOST)
    .execute()
  return { list: rows.map(getAnnouncement), total: rows.length }
}

export async function setAnnouncement(
  ctx: AdminContext<'setAnnouncement'>,
  body: z.output<Admin['setAnnouncement']['body']>,
) {
  const { app } = ctx
  const id = body.id ?? randomId(app.random)
  const { text, tone, audience, startsAt, endsAt } = body
  const starts_at = startsAt === undefined ? app.clock.now() : Date.parse(startsAt)
  const ends_at = endsAt === null ? null : Date.parse(endsAt)
  const row = { id, text, tone, audience, starts_at, ends_at }
  await act(ctx, 'setAnnouncement', { announcement: id, audience }, async (tx) => {
    if (body.id === undefined) return void (await tx.insertInto('announcements').values(row).execute())
    const set = tx.updateTable('announcements').set(row).where('id', '=', id)
    if (!(await set.returning('id').executeTakeFirst())) return ctx.refuse('not_found')
  })
  return getAnnouncement(row)
}

export async function removeAnnouncement(ctx: AdminContext<'removeAnnouncement'>, id: string) {
  await act(ctx, 'removeAnnouncement', { announcement: id }, async (tx) => {
    const deletion = tx.deleteFrom('announcements').where('id', '=', id)
    if (!(await deletion.returning('id').executeTakeFirst())) return ctx.refuse('not_found')
  })
  return {}
}

/** The announcements that are current for the caller. */
export async function showAnnouncements({ app, actor }: Context<Calls['user']['announcements']>) {
  const now = app.clock.now()
  const audiences: AnnouncementRow['audience'][] = ['everyone']
  if (actor) audiences.push(actor.kind === 'full' ? 'members' : 'guests')
  const rows = await app.db.sql
    .selectFrom('announcements')
    .select(['id', 'text', 'tone'])
    .where('audience', 'in', audiences)
    .where('starts_at', '<=', now)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .orderBy('starts_at', 'desc')
    .limit(3)
    .execute()
  return { list: rows, total: rows.length }
}
