import { notificationTypes } from '@tavla/contract'
import { z } from 'zod'
import type { App } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { NotificationRow } from '../../db/tables/operation.ts'
import type { SubscriptionRow } from '../../db/tables/payments.ts'
import type { Job } from '../../jobs/worker.ts'
import type { CustomerState, PaymentSource, ProviderSubscription } from '../../ports/payments/port.ts'
import { products } from '../billing/index.ts'
import { grantPaidRequests } from '../members/index.ts'
import { addNotifications, announce } from '../notifications/index.ts'
import { closePurchases, findCustomer } from './rows.ts'

/** Notifications about an account belong to no board. */
export const noBoard = { wid: '', name: '' }

const Sync = z.object({ source: z.enum(['sandbox', 'stripe-test', 'stripe-live']), customer: z.string() })

/**
 * Reads a customer from the provider and writes what it says. Events may come late, twice or in any order: they only say
 * that there is something to read. Readings are numbered when they begin, and one that began earlier than what is
 * written already writes nothing.
 */
export const syncCustomer: Job = async (app, payload) => {
  const { source, customer } = Sync.parse(payload)
  if (app.payments?.port.source !== source) return
  const reading = await app.db.sql
    .updateTable('customers')
    .set((eb) => ({ reads: eb('reads', '+', 1) }))
    .where('source', '=', source)
    .where('customer_id', '=', customer)
    .returning(['uid', 'reads'])
    .executeTakeFirst()
  if (!reading) return
  const state = await app.payments.port.fetchCustomer(customer)
  const { wids, notices } = await app.db.transaction((tx) =>
    write(app, tx, { ...reading, source, customer }, state),
  )
  for (const wid of wids) app.push.accessChanged(wid)
  await announce(app, notices)
}

interface Reading {
  readonly uid: string
  readonly source: PaymentSource
  readonly customer: string
  readonly reads: number
}

interface Written {
  /** Boards that somebody was let into. */
  readonly wids: readonly string[]
  readonly notices: NotificationRow[]
}

async function write(app: App, tx: Tx, reading: Reading, state: CustomerState): Promise<Written> {
  const { uid, source, customer, reads } = reading
  const newest = await tx
    .updateTable('customers')
    .set({ written_read: reads, checked_at: app.clock.now(), credit: state.credit })
    .where('source', '=', source)
    .where('customer_id', '=', customer)
    .where('written_read', '<', reads)
    .returning('uid')
    .executeTakeFirst()
  if (!newest) return { wids: [], notices: [] }
  const notifications: NotificationRow[] = []
  for (const subscription of state.subscriptions)
    notifications.push(...(await writeSubscription(app, tx, reading, subscription)))
  await writePayments(tx, reading, state)
  // What was begun has come to an end, one way or the other.
  if (!state.subscriptions.some(({ status }) => status === 'incomplete')) await closePurchases(tx, uid)
  const { wids, notices } = await grantPaidRequests(app, tx, uid)
  return { wids, notices: [...notifications, ...notices] }
}

/** What was paid lasts to the end of its period; a period that is not paid yet adds nothing. */
function getPaidUntil(known: SubscriptionRow | undefined, told: ProviderSubscription): number | null {
  const before = known?.paid_until ?? null
  if (told.status === 'active' && told.paid) return told.periodEnd
  if (told.status === 'ended' && before !== null) return Math.min(before, told.endedAt ?? before)
  return before
}

async function writeSubscription(
  app: App,
  tx: Tx,
  { uid, source }: Reading,
  told: ProviderSubscription,
): Promise<NotificationRow[]> {
  const known = await tx.selectFrom('subscriptions').selectAll().where('id', '=', told.id).executeTakeFirst()
  const product = products.find(({ plan, months }) => plan === told.plan && months === told.months)
  const row: SubscriptionRow = {
    id: told.id,
    uid,
    source,
    product_id: product?.id ?? '',
    plan: told.plan,
    num: told.months,
    seats: told.seats,
    price: told.unitAmount,
    currency: told.currency,
    status: told.status,
    renews: told.renews ? 1 : 0,
    paid_until: getPaidUntil(known, told),
    end_announced_for: known?.end_announced_for ?? null,
    failure_announced_for: known?.failure_announced_for ?? null,
    created_at: told.createdAt,
  }
  const failed = row.status === 'past_due' && row.failure_announced_for !== told.periodEnd
  if (failed) row.failure_announced_for = told.periodEnd
  await tx
    .insertInto('subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  if (!failed) return []
  return addNotifications(app, tx, noBoard, [uid], {
    type: notificationTypes.paymentTrouble,
    user: null,
    data: { reason: 'failed', plan: row.plan },
  })
}

async function writePayments(tx: Tx, { uid, source }: Reading, state: CustomerState): Promise<void> {
  const bought = new Map(state.subscriptions.map((subscription) => [subscription.id, subscription]))
  for (const invoice of state.invoices) {
    const subscription = bought.get(invoice.subscription ?? '')
    // A first invoice that nobody has paid or tried to pay is no payment yet.
    if (!subscription || (subscription.status === 'incomplete' && invoice.state === 'open')) continue
    const row = {
      id: invoice.id,
      uid,
      source,
      plan: subscription.plan,
      num: subscription.months,
      amount: invoice.amount,
      currency: invoice.currency,
      state: invoice.state,
      receipt: invoice.receipt,
      created_at: invoice.createdAt,
    }
    await tx
      .insertInto('payments')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ state: row.state, receipt: row.receipt })
          // What was given back stays so, and what was bought then keeps its name.
          .where('payments.state', '!=', 'refunded'),
      )
      .execute()
  }
}

/** What a refund event adds: the provider's lists do not tell it. */
export async function markRefunded(app: App, charge: string): Promise<void> {
  if (!app.payments) return
  const invoice = await app.payments.port.findRefundedInvoice(charge)
  if (invoice === null) return
  await app.db.sql
    .updateTable('payments')
    .set({ state: 'refunded' })
    .where('id', '=', invoice)
    .where('source', '=', app.payments.port.source)
    .execute()
}

/** The provider's customer of an account that is being deleted: nothing is charged any more. */
export async function findOwnCustomer(app: App, tx: Tx, uid: string): Promise<string | null> {
  return app.payments ? findCustomer(tx, uid, app.payments.port.source) : null
}
