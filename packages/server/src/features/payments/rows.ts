import type { App } from '../../context.ts'
import type { Sql, Tx } from '../../db/database.ts'
import { enqueue } from '../../db/jobs.ts'
import type { PurchaseRow } from '../../db/tables/payments.ts'
import type { PaymentSource } from '../../ports/payments/port.ts'
import { randomId } from '../../ports/random/values.ts'

/** Reads one customer anew from the provider. */
export const SYNC_JOB = 'payments.sync'

/** A purchase that was begun can be gone on with for so long; the provider forgets keys after a day. */
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

/** Whatever happened at the provider is read again; several reasons at once are one reading. */
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
  /** Everything that was asked for. */
  readonly request: string
  /** Older ones are not gone on with. */
  readonly maxAgeMs?: number
}

/** The purchase of just this that is under way, or a new one: its id is the provider's idempotency key. */
export async function openPurchase(app: App, tx: Tx, asked: PurchaseRequest): Promise<PurchaseRow> {
  const now = app.clock.now()
  const { maxAgeMs = SAME_PURCHASE_MS, ...request } = asked
  const open = await tx
    .selectFrom('purchases')
    .selectAll()
    .where('uid', '=', asked.uid)
    .where('source', '=', asked.source)
    .where('request', '=', asked.request)
    .where('created_at', '>', now - maxAgeMs)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (open) return open
  const row = { id: randomId(app.random), ...request, subscription_id: null, created_at: now }
  await tx.insertInto('purchases').values(row).execute()
  return row
}

/** What was begun before is over: asking for the same again is a new purchase. */
export async function closePurchases(sql: Sql, uid: string, except?: string): Promise<void> {
  let closed = sql.deleteFrom('purchases').where('uid', '=', uid)
  if (except !== undefined) closed = closed.where('id', '!=', except)
  await closed.execute()
}
