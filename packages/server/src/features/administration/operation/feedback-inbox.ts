import type { z } from 'zod'
import { contains } from '../../../db/dialect.ts'
import { getTime } from '../../account/index.ts'
import { act, type Admin, type AdminContext } from '../act.ts'
import { cutPage, isBehind } from '../cursor.ts'

type Query<Name extends 'clientLogs' | 'feedback' | 'reports'> = z.output<Admin[Name]['query']>
type State = 'open' | 'working' | 'done'

/** What browsers reported, newest first. */
export async function listClientLogs(
  { app }: AdminContext<'clientLogs'>,
  { key, level, after, limit }: Query<'clientLogs'>,
) {
  let all = app.db.sql.selectFrom('client_logs')
  if (level !== '') all = all.where('level', '=', level)
  if (key !== '') all = all.where(contains('client_logs.log', key))
  const behind = isBehind({ column: 'created_at', id: 'id', desc: true, after })
  const found = await (behind ? all.where(behind) : all)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const { count } = await all.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const { rows, next } = cutPage(found, limit, (row) => [row.created_at, row.id])
  const list = rows.map(({ created_at, ...row }) => ({ ...row, createdAt: getTime(created_at) }))
  return { list, total: count, next }
}

export async function listFeedback(
  { app }: AdminContext<'feedback'>,
  { state, after, limit }: Query<'feedback'>,
) {
  let all = app.db.sql.selectFrom('feedback')
  if (state !== undefined) all = all.where('state', '=', state)
  const behind = isBehind({ column: 'created_at', id: 'id', desc: true, after })
  const found = await (behind ? all.where(behind) : all)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const { count } = await all.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const { rows, next } = cutPage(found, limit, (row) => [row.created_at, row.id])
  const list = rows.map(({ created_at, ...row }) => ({ ...row, createdAt: getTime(created_at) }))
  return { list, total: count, next }
}

export async function setFeedback(ctx: AdminContext<'setFeedback'>, id: string, state: State) {
  await act(ctx, 'setFeedback', { item: id, state }, async (tx) => {
    const set = tx.updateTable('feedback').set({ state }).where('id', '=', id)
    if (!(await set.returning('id').executeTakeFirst())) return ctx.refuse('not_found')
  })
  return {}
}

/** Reports of boards, with whose they are; never what is on them. */
export async function listReports(
  { app }: AdminContext<'reports'>,
  { state, after, limit }: Query<'reports'>,
) {
  let all = app.db.sql.selectFrom('reports')
  if (state !== undefined) all = all.where('reports.state', '=', state)
  const behind = isBehind({ column: 'reports.created_at', id: 'reports.id', desc: true, after })
  const found = await (behind ? all.where(behind) : all)
    .leftJoin('spaces', 'spaces.wid', 'reports.wid')
    .selectAll('reports')
    .select(['spaces.name as space_name', 'spaces.owner'])
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(limit + 1)
    .execute()
  const { count } = await all.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const { rows, next } = cutPage(found, limit, (row) => [row.created_at, row.id])
  const list = rows.map(({ created_at, space_name, ...row }) => ({
    ...row,
    spaceName: space_name,
    createdAt: getTime(created_at),
  }))
  return { list, total: count, next }
}

export async function setReport(ctx: AdminContext<'setReport'>, id: string, state: State) {
  await act(ctx, 'setReport', { item: id, state }, async (tx) => {
    const set = tx.updateTable('reports').set({ state }).where('id', '=', id)
    if (!(await set.returning('id').executeTakeFirst())) return ctx.refuse('not_found')
  })
  return {}
}
