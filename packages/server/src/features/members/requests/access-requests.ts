import { type AccessRequest, type Calls, type GivenRole, isAtLeast, lifetimes } from '@tavla/contract'
import type { z } from 'zod'
import type { App, Context } from '../../../context.ts'
import type { Sql, Tx } from '../../../db/database.ts'
import { enqueue } from '../../../db/jobs.ts'
import type { NotificationRow } from '../../../db/tables/operation.ts'
import type { AccessRequestRow } from '../../../db/tables/spaces.ts'
import { getAccount, getPhotoUrl, getTime } from '../../account/index.ts'
import { listUsersWithoutSeat } from '../../billing/index.ts'
import { addNotifications, announce } from '../../notifications/index.ts'
import { authorize } from '../../spaces/index.ts'
import { canManageSpace } from '../policy.ts'
import { findMember, listAdmins } from '../rows.ts'

type Space = Calls['space']
type View = z.input<typeof AccessRequest>

/** Maximum number of pending requests of one person. */
const MAX_WAITING = 50

export const findRequest = (sql: Sql, wid: string, uid: string) =>
  sql
    .selectFrom('access_requests')
    .selectAll()
    .where('wid', '=', wid)
    .where('uid', '=', uid)
    .executeTakeFirst()

/** A request as its readers see it; null for a withdrawn one. */
export function requestView(
  row: AccessRequestRow,
  person: { name: string; photo: string | null },
  needsSeat = false,
): View {
  if (row.state === 'withdrawn') throw new Error(`${row.uid} has withdrawn the request`)
  return {
    uid: row.uid,
    name: person.name,
    photo: getPhotoUrl(person.photo),
    role: row.role as GivenRole,
    note: row.note,
    createdAt: getTime(row.created_at),
    state: row.state,
    remindAt:
      row.state === 'waiting' || row.state === 'refused'
        ? getTime(row.told_at + lifetimes.accessReminderMs)
        : null,
    needsSeat,
  }
}

/**
 * Requests access or a higher role; repeating a pending request sends a reminder. An unknown space gives
 * the same answer, so that requests do not reveal which exist.
 */
export async function requestAccess(
  ctx: Context<Space['requestAccess']>,
  body: z.output<Space['requestAccess']['body']>,
) {
  const { app, actor } = ctx
  const now = app.clock.now()
  const asked: AccessRequestRow = {
    ...body,
    uid: actor.uid,
    state: 'waiting',
    created_at: now,
    decided_at: null,
    told_at: now,
  }
  const outcome = await app.db.transaction(async (tx): Promise<RequestOutcome> => {
    const member = await findMember(tx, body.wid, actor.uid)
    // A member with a lower role requests more; one who already has that role gets this as the answer.
    if (member && isAtLeast(member.role, body.role))
      return { row: { ...asked, state: 'granted' as const }, notifications: [] }
    const before = await findRequest(tx, body.wid, actor.uid)
    const wait = before ? getReminderDelay(before, now) : await getRateLimitDelay(tx, actor.uid, now)
    if (wait > 0 && (!before || isRepeated(before, body))) return { retryAfter: Math.ceil(wait / 1_000) }
    // A pending request keeps its first date, and a changed note or role notifies nobody before the next
    // reminder is due.
    const since = before?.state === 'waiting' ? before.created_at : now
    const row = { ...asked, created_at: since, told_at: before && wait > 0 ? before.told_at : now }
    await tx
      .insertInto('access_requests')
      .values(row)
      .onConflict((conflict) => conflict.columns(['wid', 'uid']).doUpdateSet(row))
      .execute()
    return { row, notifications: wait > 0 ? [] : await announceToAdmins(app, tx, row) }
  })
  if ('retryAfter' in outcome) return ctx.refuse('too_many_requests', outcome)
  await announce(app, outcome.notifications)
  return requestView(outcome.row, await getAccount(app.db.sql, actor.uid))
}

type RequestOutcome =
  | { readonly row: AccessRequestRow; readonly notifications: NotificationRow[] }
  | { readonly retryAfter: number }

/** Milliseconds until the admins may be notified again. */
const getReminderDelay = ({ state, told_at }: AccessRequestRow, now: number) =>
  state === 'granted' ? 0 : Math.max(0, told_at + lifetimes.accessReminderMs - now)

/** A repeated request, including any new one after a refusal: a refusal stands for a day. */
const isRepeated = (before: AccessRequestRow, { role, note }: Pick<AccessRequestRow, 'role' | 'note'>) =>
  before.state === 'refused' || (before.state === 'waiting' && before.role === role && before.note === note)

/** A day for somebody with too many pending requests, else 0. */
async function getRateLimitDelay(tx: Tx, uid: string, now: number): Promise<number> {
  await tx
    .deleteFrom('access_requests')
    .where('uid', '=', uid)
    .where('state', '=', 'withdrawn')
    .where('told_at', '<', now - lifetimes.accessReminderMs)
    .execute()
  const { count } = await tx
    .selectFrom('access_requests')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('uid', '=', uid)
    .where('state', 'in', ['waiting', 'withdrawn'])
    .executeTakeFirstOrThrow()
  return count >= MAX_WAITING ? lifetimes.accessReminderMs : 0
}

/** Notifies and emails everybody who can decide. */
async function announceToAdmins(
  app: App,
  tx: Tx,
  { wid, uid, role, told_at }: AccessRequestRow,
): Promise<NotificationRow[]> {
  const space = await tx
    .selectFrom('spaces')
    .select(['wid', 'name', 'trashed_at'])
    .where('wid', '=', wid)
    .executeTakeFirst()
  if (!space || space.trashed_at !== null) return []
  const leaders = await listAdmins(tx, wid)
  for (const reader of leaders)
    await enqueue(tx, app.random, {
      kind: 'members.access-letter',
      key: `members.access-letter:${wid}:${uid}:${told_at}:${reader}`,
      payload: { wid, uid, told_at, reader },
      runAt: told_at,
    })
  const seat = (await listUsersWithoutSeat(app, tx, wid, [uid])).has(uid)
  return addNotifications(app, tx, space, leaders, { type: 1007, user: uid, data: { role, seat } })
}

/** Admins see pending requests; everybody else sees their own, if any. */
export async function accessRequests({ app, actor }: Context<Space['accessRequests']>, wid: string) {
  const { sql } = app.db
  const access = await authorize(sql, actor.uid, wid)
  let query = sql
    .selectFrom('access_requests')
    .innerJoin('accounts', 'accounts.uid', 'access_requests.uid')
    .selectAll('access_requests')
    .select(['accounts.name', 'accounts.photo'])
    .where('access_requests.wid', '=', wid)
    .where('access_requests.state', '!=', 'withdrawn')
  const leads = access !== null && canManageSpace(access.role)
  query = leads ? query.where('state', '=', 'waiting') : query.where('access_requests.uid', '=', actor.uid)
  const rows = await query.orderBy('access_requests.created_at').limit(1_000).execute()
  const asking = leads ? rows.map(({ uid }) => uid) : []
  const withoutSeat = await listUsersWithoutSeat(app, sql, wid, asking)
  const list = rows.map((row) => requestView(row, row, withoutSeat.has(row.uid)))
  return { list, total: list.length }
}

/** Withdraws a pending request; a decided one stays decided. */
export async function withdrawAccess({ app, actor }: Context<Space['withdrawAccess']>, wid: string) {
  await app.db.sql
    .updateTable('access_requests')
    .set({ state: 'withdrawn' })
    .where('wid', '=', wid)
    .where('uid', '=', actor.uid)
    .where('state', '=', 'waiting')
    .execute()
  return {}
}
