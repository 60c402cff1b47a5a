import type { z } from 'zod'
import type { JobRow } from '../../../db/tables/operation.ts'
import { getTime, timeOrNull } from '../../account/index.ts'
import { act, type Admin, type AdminContext } from '../act.ts'
import { isNewestFirst, readPage } from '../cursor.ts'

type Query = z.output<Admin['jobs']['query']>

/** Background jobs, the next one first. What they hold is nobody's to read. */
export async function listJobs({ app }: AdminContext<'jobs'>, query: Query) {
  const { state, kind, after, limit } = query
  const { sql } = app.db
  const now = app.clock.now()
  let all = sql.selectFrom('promises')
  if (kind !== '') all = all.where('kind', '=', kind)
  if (state === 'failed') all = all.where('failed_at', 'is not', null)
  if (state === 'waiting') all = all.where('failed_at', 'is', null).where('taken_until', '<=', now)
  if (state === 'running') all = all.where('failed_at', 'is', null).where('taken_until', '>', now)
  const order = { column: 'run_at', id: 'id', desc: isNewestFirst(query, false), after, limit }
  const page = await readPage(sql, all.selectAll(), order, (row) => [row.run_at, row.id])
  return { list: page.rows.map((row) => getJob(row, now)), total: page.total, next: page.next }
}

function getJob(row: JobRow, now: number) {
  const running = row.taken_until > now ? 'running' : 'waiting'
  return {
    id: row.id,
    kind: row.kind,
    state: row.failed_at === null ? (running as 'running' | 'waiting') : ('failed' as const),
    tries: row.tries,
    runAt: getTime(row.run_at),
    failedAt: timeOrNull(row.failed_at),
    lastError: row.last_error,
  }
}

/** At once, and with all its tries again. */
export async function retryJob(ctx: AdminContext<'retryJob'>, id: string) {
  const { app } = ctx
  await act(ctx, 'retryJob', { job: id }, async (tx) => {
    const job = await tx
      .updateTable('promises')
      .set({ failed_at: null, run_at: app.clock.now(), tries: 0, taken_until: 0 })
      .where('id', '=', id)
      .where('failed_at', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!job) return ctx.refuse('not_found')
  })
  return {}
}

export async function removeJob(ctx: AdminContext<'removeJob'>, id: string) {
  await act(ctx, 'removeJob', { job: id }, async (tx) => {
    const job = await tx
      .deleteFrom('promises')
      .where('id', '=', id)
      .where('failed_at', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!job) return ctx.refuse('not_found')
  })
  return {}
}
