import type { App } from '../../context.ts'
import type { Sql, Tx } from '../../db/database.ts'
import { enqueue } from '../../db/jobs.ts'
import type { PurchaseRow } from '../../db/tables/payments.ts'
import type { PaymentSource } from '../../ports/payments/port.ts'
import { randomId } from '../../ports/random/values.ts'

/** Fetches one customer from the provider and stores its state. */
export const SYNC_JOB = 'payments.sync'

/** How long a started purchase can be continued; the provider drops idempotency keys after 24 hours. */
const SAME_PURCHASE_MS = 22 * 3_600_000

export interface Customer {
  readonly source: PaymentSource
  readonly customer: string
}

export async function findCustomer(sql: Sql, uid: string, source: PaymentSource): Promise<string | null> {
  const row = await sql
    .selectFrom('customers')
    .select('customer_id')
    .where('uid', '=', uid)
    .where('source', '=', source)
    .executeTakeFirst()
  return row?.customer_id ?? null
}

export async function insertCustomer(
  app: App,
  tx: Tx,
  uid: string,
  { source, customer }: Customer,
): Promise<void> {
  await tx
    .insertInto('customers')
    .values({ uid, source, customer_id: customer, checked_at: app.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Enqueues a sync; the same cause is enqueued once. */
export async function enqueueSync(app: App, tx: Tx, customer: Customer, cause: string): Promise<void> {
  await enqueue(tx, app.random, {
    kind: SYNC_JOB,
    key: `${SYNC_JOB}:${customer.source}:${customer.customer}:${cause}`,
    payload: { ...customer },
    runAt: app.clock.now(),
  })
}

export interface PurchaseRequest {
  readonly uid: string
  readonly source: PaymentSource
  /** All parameters of the order; the same order continues the same purchase. */
  readonly request: string
  /** Older purchases are not continued. */
  readonly maxAgeMs?: number
}

/** The open purchase of the same order, or a new one; its id is the provider's idempotency key. */
export async function openPurchase(app: App, tx: Tx, order: PurchaseRequest): Promise<PurchaseRow> {
  const now = app.clock.now()
  const { maxAgeMs = SAME_PURCHASE_MS, ...row } = order
  const open = await tx
    .selectFrom('purchases')
    .selectAll()
    .where('uid', '=', order.uid)
    .where('source', '=', order.source)
    .where('request', '=', order.request)
    .where('created_at', '>', now - maxAgeMs)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (open) return open
  const purchase = { id: randomId(app.random), ...row, subscription_id: null, created_at: now }
  await tx.insertInto('purchases').values(purchase).execute()
  return purchase
}

/** Forgets started purchases, so that the same order starts a new one. */
export async function closePurchases(sql: Sql, uid: string, except?: string): Promise<void> {
  let deletion = sql.deleteFrom('purchases').where('uid', '=', uid)
  if (except !== undefined) deletion = deletion.where('id', '!=', except)
  await deletion.execute()
}
