import type { App } from '../../context.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { PaymentEventRow } from '../../db/tables/payments.ts'
import { EVENT_JOB, enqueueEvent } from './events.ts'
import { SYNC_JOB } from './rows.ts'

/** Keys of the jobs that handle an event; a finished job has no row. */
const getJobKeys = ({ id, source, customer }: PaymentEventRow): readonly string[] => [
  `${EVENT_JOB}:${id}`,
  ...(customer === null ? [] : [`${SYNC_JOB}:${source}:${customer}:${id}`]),
]

export interface EventHandling {
  readonly state: 'done' | 'waiting' | 'failed'
  readonly error: string | null
}

/** Looks up how far each event has been handled. */
export async function getHandling(
  sql: Sql,
  events: readonly PaymentEventRow[],
): Promise<(event: PaymentEventRow) => EventHandling> {
  if (events.length === 0) return () => ({ state: 'done', error: null })
  const jobs = await sql
    .selectFrom('promises')
    .select(['key', 'failed_at', 'last_error'])
    .where('key', 'in', events.flatMap(getJobKeys))
    .execute()
  const byKey = new Map(jobs.map((job) => [job.key, job]))
  return (event) => {
    const open = getJobKeys(event).flatMap((key) => byKey.get(key) ?? [])
    const failed = open.find(({ failed_at }) => failed_at !== null)
    if (failed) return { state: 'failed', error: failed.last_error }
    return { state: open.length > 0 ? 'waiting' : 'done', error: open[0]?.last_error ?? null }
  }
}

/** Handles an event of the current provider again; false if the event is unknown. */
export async function replayEvent(app: App, tx: Tx, id: string): Promise<boolean> {
  if (!app.payments) return false
  const { source } = app.payments.port
  const event = await tx
    .selectFrom('payment_events')
    .selectAll()
    .where('source', '=', source)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!event) return false
  await tx
    .deleteFrom('promises')
    .where('key', 'in', getJobKeys(event))
    .where('failed_at', 'is not', null)
    .execute()
  await enqueueEvent(app, tx, source, event)
  return true
}
