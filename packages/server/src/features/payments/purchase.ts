import type { Calls } from '@tavla/contract'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { hashSecret } from '../../secrets.ts'
import type { Payments } from '../../ports/payments/create.ts'
import type { PaymentsPort, Purchase, StartedPayment } from '../../ports/payments/port.ts'
import { invalid } from '../../refusals.ts'
import { queued } from '../../rate-limits/queued.ts'
import { findPurchasedPlan, findProduct, type PricedProduct } from '../billing/index.ts'
import { approveWithSeats } from '../members/index.ts'
import { closePurchases, enqueueSync, findCustomer, insertCustomer, openPurchase } from './rows.ts'

type Create = Calls['subscription']['create']
type Order = z.output<Create['body']>

/** Purchases of one account run one after the other. */
export const ONE_AT_A_TIME = { maxRunning: 1, waiting: 10, longestWaitMs: 20_000 }

/** The payment provider, if this caller may use it: the simulator only serves requests from this machine. */
export function getPayments({ app, fromHere }: Pick<Context, 'app' | 'fromHere'>): Payments | null {
  return app.payments?.port.kind === 'sandbox' && !fromHere ? null : app.payments
}

/** The payment provider where plans are for sale: without limits there is nothing to sell. */
export const getShop = (ctx: Pick<Context, 'app' | 'fromHere'>): Payments | null =>
  ctx.app.config.limits === 'none' ? null : getPayments(ctx)

export function getPurchase(product: PricedProduct, seats: number): Purchase {
  const { min, max } = product.seats
  if (seats < min || seats > max) throw invalid({ quantity: `is from ${min} to ${max}` })
  return {
    plan: product.plan,
    months: product.months,
    unitAmount: product.price,
    currency: product.currency,
    seats,
  }
}

/**
 * Starts a purchase. The server may crash after any step: the purchase is stored first and its id is the provider's
 * idempotency key, so a retry never buys twice, and the provider's events bring back what it has recorded.
 */
export async function createSubscription(ctx: Context<Create>, order: Order) {
  const { app, actor } = ctx
  const payments = getShop(ctx)
  const product = findProduct(order.productId)
  if (!payments || !product) return ctx.refuse('not_found')
  const purchase = getPurchase(product, order.quantity)
  return queued(app.rateLimits.turns, `payments ${actor.uid}`, ONE_AT_A_TIME, async () => {
    const bought = await findPurchasedPlan(app, app.db.sql, actor.uid)
    if (bought && bought.state !== 'ended')
      throw invalid({ productId: 'is changed, not bought a second time' })
    await approveRequest(ctx, order)
    const started = await startPurchase(ctx, payments.port, order, purchase)
    return {
      subscription: started.subscription.id,
      clientSecret: started.clientSecret,
      state: 'waiting' as const,
      amount: started.amount,
      currency: purchase.currency,
    }
  })
}

/** Stores whose access request the order approves, before anything is paid. */
export async function approveRequest(
  { app, actor, refuse }: Context<Create> | Context<Calls['subscription']['change']>,
  { accessRequest, quantity }: Pick<Order, 'accessRequest' | 'quantity'>,
): Promise<void> {
  if (!accessRequest) return
  const approval = { ...accessRequest, seats: quantity }
  if (!(await app.db.transaction((tx) => approveWithSeats(app, tx, actor.uid, approval)))) refuse('not_found')
}

async function startPurchase(
  { app, actor }: Context<Create>,
  port: PaymentsPort,
  order: Order,
  purchase: Purchase,
): Promise<StartedPayment> {
  const { uid } = actor
  const { source } = port
  const promotion = order.promo ? await port.findPromotion(order.promo) : null
  if (order.promo && promotion === null) throw invalid({ promo: 'is not a valid code' }, 'promo')
  const customer =
    (await findCustomer(app.db.sql, uid, source)) ??
    (await port.createCustomer({ uid, email: order.emailAddress }, `customer-${hashSecret(uid)}`))
  await app.db.transaction((tx) => insertCustomer(app, tx, uid, { source, customer }))
  await port.setEmail(customer, order.emailAddress)
  const state = await port.fetchCustomer(customer)
  if (state.subscriptions.some(({ status }) => status === 'active' || status === 'past_due')) {
    await app.db.transaction((tx) => enqueueSync(app, tx, { source, customer }, 'paid-already'))
    throw invalid({ productId: 'is paid already' })
  }
  const endedIds = state.subscriptions.filter(({ status }) => status === 'ended').map(({ id }) => id)
  const request = JSON.stringify([order.productId, order.quantity, promotion, customer])
  const purchaseRow = await app.db.transaction(async (tx) => {
    const row = await openPurchase(app, tx, { uid, source, request })
    if (!endedIds.includes(row.subscription_id ?? '')) return row
    await closePurchases(tx, uid)
    return openPurchase(app, tx, { uid, source, request })
  })
  const started = await port.subscribe({ customer, purchase, promotion }, purchaseRow.id)
  await app.db.sql
    .updateTable('purchases')
    .set({ subscription_id: started.subscription.id })
    .where('id', '=', purchaseRow.id)
    .execute()
  // One plan at a time: an earlier purchase that is still unpaid is cancelled.
  for (const { id, status } of state.subscriptions)
    if (status === 'incomplete' && id !== started.subscription.id) await port.cancel(id)
  await closePurchases(app.db.sql, uid, purchaseRow.id)
  return started
}
