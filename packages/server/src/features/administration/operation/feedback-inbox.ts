import type { z } from 'zod'
import { contains } from '../../../db/dialect.ts'
import { getTime } from '../../account/index.ts'
import { act, type Admin, type AdminContext } from '../act.ts'
import { isNewestFirst, readPage } from '../cursor.ts'

type Query<Name extends 'clientLogs' | 'feedback' | 'reports'> = z.output<Admin[Name]['query']>
type State = 'open' | 'working' | 'done'

/** What browsers reported, newest first. */
export async function listClientLogs({ app }: AdminContext<'clientLogs'>, query: Query<'clientLogs'>) {
  const { key, level, after, limit } = query
  const { sql } = app.db
  let all = sql.selectFrom('client_logs')
  if (level !== '') all = all.where('level', '=', level)
  if (key !== '') all = all.where(contains('client_logs.log', key))
  const order = { column: 'created_at', id: 'id', desc: isNewestFirst(query), after, limit }
  const page = await readPage(sql, all.selectAll(), order, (row) => [row.created_at, row.id])
  const list = page.rows.map(({ created_at, ...row }) => ({ ...row, createdAt: getTime(created_at) }))
  return { list, total: page.total, next: page.next }
}

export async function listFeedback({ app }: AdminContext<'feedback'>, query: Query<'feedback'>) {
  const { state, after, limit } = query
  const { sql } = app.db
  let all = sql.selectFrom('feedback')
  if (state !== undefined) all = all.where('state', '=', state)
  const order = { column: 'created_at', id: 'id', desc: isNewestFirst(query), after, limit }
  const page = await readPage(sql, all.selectAll(), order, (row) => [row.created_at, row.id])
  const list = page.rows.map(({ created_at, ...row }) => ({ ...row, createdAt: getTime(created_at) }))
  return { list, total: page.total, next: page.next }
}

export async function setFeedback(ctx: AdminContext<'setFeedback'>, id: string, state: State) {
  await act(ctx, 'setFeedback', { item: id, state }, async (tx) => {
    const set = tx.updateTable('feedback').set({ state }).where('id', '=', id)
    if (!(await set.returning('id').executeTakeFirst())) return ctx.refuse('not_found')
  })
  return {}
}

/** Reports of boards, with whose they are; never what is on them. */
export async function listReports({ app }: AdminContext<'reports'>, query: Query<'reports'>) {
  const { state, after, limit } = query
  const { sql } = app.db
  let all = sql.selectFrom('reports')
  if (state !== undefined) all = all.where('reports.state', '=', state)
  const joined = all
    .leftJoin('spaces', 'spaces.wid', 'reports.wid')
    .selectAll('reports')
    .select(['spaces.name as space_name', 'spaces.owner'])
  const order = { column: 'reports.created_at', id: 'reports.id', desc: isNewestFirst(query), after, limit }
  const page = await readPage(sql, joined, order, (row) => [row.created_at, row.id])
  const list = page.rows.map(({ created_at, space_name, ...row }) => ({
    ...row,
    spaceName: space_name,
    createdAt: getTime(created_at),
  }))
  return { list, total: page.total, next: page.next }
}

export async function setReport(ctx: AdminContext<'setReport'>, id: string, state: State) {
  await act(ctx, 'setReport', { item: id, state }, async (tx) => {
    const set = tx.updateTable('reports').set({ state }).where('id', '=', id)
    if (!(await set.returning('id').executeTakeFirst())) return ctx.refuse('not_found')
  })
  return {}
}
