import { z } from 'zod'
import type { App, SignedBody } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { enqueue } from '../../db/jobs.ts'
import type { Job } from '../../jobs/worker.ts'
import {
  ForgedEvent,
  type PaymentSource,
  type PaymentsPort,
  type ProviderEvent,
} from '../../ports/payments/port.ts'
import { invalid } from '../../refusals.ts'
import { enqueueSync } from './rows.ts'
import { markRefunded } from './sync.ts'

/** Handles what syncing the customer does not cover: refunds and saved cards. */
export const EVENT_JOB = 'payments.event'

/** Verifies and records a webhook event once; a worker then fetches the current state from the provider. */
export async function receiveEvent(app: App, signed: SignedBody | null): Promise<void> {
  const { payments } = app
  if (!payments || !signed) throw invalid({ signature: 'is not of a configured provider' })
  const event = await readEvent(app, payments.port, signed)
  const { source } = payments.port
  await app.db.transaction(async (tx) => {
    const recorded = await tx
      .insertInto('payment_events')
      .values({
        id: event.id,
        source,
        type: event.type,
        received_at: app.clock.now(),
        customer: event.customer,
        object: event.object,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (recorded) await enqueueEvent(app, tx, source, event)
  })
}

/** Enqueues the jobs of an event, at the first delivery and at a replay. */
export async function enqueueEvent(
  app: App,
  tx: Tx,
  source: PaymentSource,
  event: ProviderEvent,
): Promise<void> {
  if (event.type === 'charge.refunded' || event.type === 'setup_intent.succeeded')
    await enqueue(tx, app.random, {
      kind: EVENT_JOB,
      key: `${EVENT_JOB}:${event.id}`,
      payload: { ...event },
      runAt: app.clock.now(),
    })
  if (event.customer !== null) await enqueueSync(app, tx, { source, customer: event.customer }, event.id)
}

async function readEvent(app: App, port: Pick<PaymentsPort, 'readEvent'>, signed: SignedBody) {
  try {
    return await port.readEvent(signed.text, signed.signature)
  } catch (error) {
    if (!(error instanceof ForgedEvent)) throw error
    app.log.warn('a payment event was refused', { error })
    throw invalid({ signature: 'is not valid' })
  }
}

const Event = z.object({
  id: z.string(),
  type: z.string(),
  customer: z.string().nullable(),
  object: z.string().nullable(),
})

export const handleEvent: Job = async (app, payload) => {
  const { type, object } = Event.parse(payload)
  if (!app.payments || object === null) return
  if (type === 'setup_intent.succeeded') await app.payments.port.useCard(object)
  else await markRefunded(app, object)
}

const Delivery = z.object({ event: z.string() })

/** Delivers an event of the simulator as the provider does: signed, with a delay, at least once. */
export const deliverEvent: Job = async (app, payload) => {
  const signed = await app.payments?.simulator?.sign(Delivery.parse(payload).event)
  if (signed) await receiveEvent(app, { text: signed.body, signature: signed.signature })
}

/** Syncs every customer once a day, so that a webhook that was never delivered does no harm. */
export async function reconcile(app: App): Promise<void> {
  if (!app.payments) return
  await app.payments.simulator?.catchUp()
  const { source } = app.payments.port
  const now = app.clock.now()
  const due = await app.db.sql
    .selectFrom('customers')
    .select('customer_id')
    .where('source', '=', source)
    .where('checked_at', '<', now - DAY_MS)
    .limit(500)
    .execute()
  const day = Math.floor(now / DAY_MS)
  for (const { customer_id: customer } of due)
    await app.db.transaction((tx) => enqueueSync(app, tx, { source, customer }, `day-${day}`))
  await app.db.sql
    .deleteFrom('payment_events')
    .where('received_at', '<', now - EVENTS_TTL_MS)
    .execute()
}

const DAY_MS = 86_400_000
/** Longer than the three days for which the provider retries a delivery. */
const EVENTS_TTL_MS = 30 * DAY_MS
