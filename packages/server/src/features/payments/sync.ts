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
 * Fetches a customer from the provider and stores the result. Events may come late, twice or out of order, so they only
 * trigger a sync. Syncs are numbered when they start, and the result of one that started before the stored one is
 * discarded.
 */
export const syncCustomer: Job = async (app, payload) => {
  const { source, customer } = Sync.parse(payload)
  if (app.payments?.port.source !== source) return
  const sync = await app.db.sql
    .updateTable('customers')
    .set((eb) => ({ reads: eb('reads', '+', 1) }))
    .where('source', '=', source)
    .where('customer_id', '=', customer)
    .returning(['uid', 'reads'])
    .executeTakeFirst()
  if (!sync) return
  const state = await app.payments.port.fetchCustomer(customer)
  const { wids, notifications } = await app.db.transaction((tx) =>
    storeCustomer(app, tx, { ...sync, source, customer }, state),
  )
  for (const wid of wids) app.push.accessChanged(wid)
  await announce(app, notifications)
}

interface CustomerSync {
  readonly uid: string
  readonly source: PaymentSource
  readonly customer: string
  readonly reads: number
}

interface SyncResult {
  /** Boards that have got a new member. */
  readonly wids: readonly string[]
  readonly notifications: NotificationRow[]
}

async function storeCustomer(
  app: App,
  tx: Tx,
  sync: CustomerSync,
  state: CustomerState,
): Promise<SyncResult> {
  const { uid, source, customer, reads } = sync
  const newest = await tx
    .updateTable('customers')
    .set({ written_read: reads, checked_at: app.clock.now(), credit: state.credit })
    .where('source', '=', source)
    .where('customer_id', '=', customer)
    .where('written_read', '<', reads)
    .returning('uid')
    .executeTakeFirst()
  if (!newest) return { wids: [], notifications: [] }
  const notifications: NotificationRow[] = []
  for (const subscription of state.subscriptions)
    notifications.push(...(await writeSubscription(app, tx, sync, subscription)))
  await writePayments(tx, sync, state)
  // No payment is pending any more.
  if (!state.subscriptions.some(({ status }) => status === 'incomplete')) await closePurchases(tx, uid)
  const { wids, notifications: announced } = await grantPaidRequests(app, tx, uid)
  return { wids, notifications: [...notifications, ...announced] }
}

/** The end of the last period that was paid; an unpaid period does not extend it. */
function getPaidUntil(stored: SubscriptionRow | undefined, reported: ProviderSubscription): number | null {
  const before = stored?.paid_until ?? null
  if (reported.status === 'active' && reported.paid) return reported.periodEnd
  if (reported.status === 'ended' && before !== null) return Math.min(before, reported.endedAt ?? before)
  return before
}

async function writeSubscription(
  app: App,
  tx: Tx,
  { uid, source }: CustomerSync,
  reported: ProviderSubscription,
): Promise<NotificationRow[]> {
  const stored = await tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', reported.id)
    .executeTakeFirst()
  const product = products.find(({ plan, months }) => plan === reported.plan && months === reported.months)
  const row: SubscriptionRow = {
    id: reported.id,
    uid,
    source,
    product_id: product?.id ?? '',
    plan: reported.plan,
    num: reported.months,
    seats: reported.seats,
    price: reported.unitAmount,
    currency: reported.currency,
    status: reported.status,
    renews: reported.renews ? 1 : 0,
    paid_until: getPaidUntil(stored, reported),
    end_announced_for: stored?.end_announced_for ?? null,
    failure_announced_for: stored?.failure_announced_for ?? null,
    created_at: reported.createdAt,
  }
  const failed = row.status === 'past_due' && row.failure_announced_for !== reported.periodEnd
  if (failed) row.failure_announced_for = reported.periodEnd
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

async function writePayments(tx: Tx, { uid, source }: CustomerSync, state: CustomerState): Promise<void> {
  const bought = new Map(state.subscriptions.map((subscription) => [subscription.id, subscription]))
  for (const invoice of state.invoices) {
    const subscription = bought.get(invoice.subscription ?? '')
    // The first invoice is no payment record before somebody has tried to pay it.
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
          // Only a refund event knows of a refund, so a sync must not undo it.
          .where('payments.state', '!=', 'refunded'),
      )
      .execute()
  }
}

/** Refunds come by event only: the provider's lists do not contain them. */
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

/** The account's customer id at the current provider. */
export async function findCurrentCustomer(app: App, tx: Tx, uid: string): Promise<string | null> {
  return app.payments ? findCustomer(tx, uid, app.payments.port.source) : null
}
