import { type AccessRequest, type Calls, type GivenRole, isAtLeast, mayGive } from '@tavla/contract'
import type { z } from 'zod'
import type { App, Context } from '../../context.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { NoticeRow } from '../../db/tables-operation.ts'
import type { AccessRequestRow } from '../../db/tables-spaces.ts'
import { findAccount, getAccount, photoAddress, timeOf } from '../account/index.ts'
import { addNotices, announce } from '../notices/index.ts'
import { authorize, changingAccess } from '../spaces/index.ts'
import { givenRole, runsSpace } from './policy.ts'
import { findMember, insertMember, leadersOf, placeOf } from './rows.ts'
import { seatsMissing } from './seats.ts'

type Space = Calls['space']
type View = z.input<typeof AccessRequest>

/** Requests of one person that may wait at once. */
const MAX_WAITING = 50

function viewOf(row: AccessRequestRow, person: { name: string; photo: string | null }): View {
  return {
    uid: row.uid,
    name: person.name,
    photo: photoAddress(person.photo),
    role: row.role as GivenRole,
    note: row.note,
    createdAt: timeOf(row.created_at),
    state: row.state,
  }
}

const findRequest = (sql: Sql, wid: string, uid: string) =>
  sql
    .selectFrom('access_requests')
    .selectAll()
    .where('wid', '=', wid)
    .where('uid', '=', uid)
    .executeTakeFirst()

/** Asks to be let in. A space that does not exist answers the same, so nothing is learnt by asking. */
export async function requestAccess(
  ctx: Context<Space['requestAccess']>,
  body: z.output<Space['requestAccess']['body']>,
) {
  const { app, actor } = ctx
  const { wid, note, role } = body
  const row: AccessRequestRow = {
    wid,
    uid: actor.uid,
    role,
    note,
    state: 'waiting',
    created_at: app.clock.now(),
    decided_at: null,
  }
  const outcome = await app.db.transaction(async (tx) => {
    const member = await findMember(tx, wid, actor.uid)
    // A member who may do less than that asks for more; one who may do it already is told so.
    if (member && isAtLeast(member.role, role))
      return { row: { ...row, state: 'granted' as const }, notices: [] }
    const waiting = await tx
      .selectFrom('access_requests')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('uid', '=', actor.uid)
      .executeTakeFirstOrThrow()
    const before = await findRequest(tx, wid, actor.uid)
    if (!before && waiting.count >= MAX_WAITING) return null
    await tx
      .insertInto('access_requests')
      .values(row)
      .onConflict((conflict) => conflict.columns(['wid', 'uid']).doUpdateSet(row))
      .execute()
    return { row, notices: before?.state === 'waiting' ? [] : await tellLeaders(app, tx, row) }
  })
  if (!outcome) return ctx.refuse('too_many_requests', { retryAfter: 86_400 })
  await announce(app, outcome.notices)
  return viewOf(outcome.row, await getAccount(app.db.sql, actor.uid))
}

async function tellLeaders(app: App, tx: Tx, { wid, uid, role }: AccessRequestRow): Promise<NoticeRow[]> {
  const space = await tx
    .selectFrom('spaces')
    .select(['wid', 'name', 'trashed_at'])
    .where('wid', '=', wid)
    .executeTakeFirst()
  if (!space || space.trashed_at !== null) return []
  return addNotices(app, tx, space, await leadersOf(tx, wid), { type: 1007, user: uid, data: { role } })
}

/** Admins see who waits; everybody else sees their own request, if there is one. */
export async function accessRequests({ app, actor }: Context<Space['accessRequests']>, wid: string) {
  const { sql } = app.db
  const standing = await authorize(sql, actor.uid, wid)
  let query = sql
    .selectFrom('access_requests')
    .innerJoin('accounts', 'accounts.uid', 'access_requests.uid')
    .selectAll('access_requests')
    .select(['accounts.name', 'accounts.photo'])
    .where('access_requests.wid', '=', wid)
  const leads = standing !== null && runsSpace(standing.role)
  query = leads ? query.where('state', '=', 'waiting') : query.where('access_requests.uid', '=', actor.uid)
  const rows = await query.orderBy('access_requests.created_at').limit(1_000).execute()
  const list = rows.map((row) => viewOf(row, row))
  return { list, total: list.length }
}

export async function withdrawAccess({ app, actor }: Context<Space['withdrawAccess']>, wid: string) {
  await app.db.sql.deleteFrom('access_requests').where('wid', '=', wid).where('uid', '=', actor.uid).execute()
  return {}
}

type Decision = AccessRequestRow | 'missing' | { readonly limit: number; readonly used: number }

/** Lets somebody in who asked, with a role up to one's own, or refuses. What was decided stays decided. */
export async function decideAccess(ctx: Context<Space['decideAccess']>, uid: string, role: GivenRole | null) {
  const { app, space } = ctx
  if (role !== null && !mayGive(space.role, role)) return ctx.refuse('forbidden')
  const notices: NoticeRow[] = []
  const decided = await changingAccess(app, space.wid, async (tx): Promise<Decision> => {
    notices.length = 0
    const row = await findRequest(tx, space.wid, uid)
    const account = await findAccount(tx, uid)
    if (!row || !account) return 'missing'
    if (row.state !== 'waiting') return row
    const state = role === null ? ('refused' as const) : ('granted' as const)
    const given = role === null ? null : givenRole(role, space.role, account.kind)
    const member = await findMember(tx, space.wid, uid)
    if (given !== null && !member) {
      const full = await seatsMissing(app, tx, space.wid, 1)
      if (full) return full
      await insertMember(app, tx, { wid: space.wid, uid, role: given, via: 'request' })
    }
    if (given !== null && member && !isAtLeast(member.role, given)) await raise(tx, space.wid, uid, given)
    const after = { ...row, state, decided_at: app.clock.now(), role: given ?? row.role }
    await tx
      .updateTable('access_requests')
      .set(after)
      .where('wid', '=', space.wid)
      .where('uid', '=', uid)
      .execute()
    notices.push(...(await tellAnswer(app, tx, { decider: ctx.actor.uid, joined: !member }, after)))
    return after
  })
  if (decided === 'missing') return ctx.refuse('not_found')
  if ('limit' in decided) return ctx.refuse('limit_reached', decided)
  await announce(app, notices)
  return viewOf(decided, await getAccount(app.db.sql, uid))
}

async function raise(tx: Tx, wid: string, uid: string, role: GivenRole): Promise<void> {
  await tx.updateTable('members').set({ role }).where('wid', '=', wid).where('uid', '=', uid).execute()
}

async function tellAnswer(
  app: App,
  tx: Tx,
  { decider, joined }: { readonly decider: string; readonly joined: boolean },
  { wid, uid, state, role }: AccessRequestRow,
): Promise<NoticeRow[]> {
  const place = await placeOf(tx, wid)
  const granted = state === 'granted'
  const answer = { type: 1008, user: decider, data: { granted, role: granted ? role : null } } as const
  const told = await addNotices(app, tx, place, [uid], answer)
  if (!granted || !joined) return told
  const others = (await leadersOf(tx, wid)).filter((reader) => reader !== decider && reader !== uid)
  return [...told, ...(await addNotices(app, tx, place, others, { type: 1001, user: uid }))]
}
