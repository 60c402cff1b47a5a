import type { Calls } from '@tavla/contract'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { hashSecret } from '../../secrets.ts'
import type { Payments } from '../../ports/payments/create.ts'
import type { PaymentsPort, Purchase, StartedPayment } from '../../ports/payments/port.ts'
import { invalid } from '../../refusals.ts'
import { queued } from '../../rate-limits/queued.ts'
import { findBought, findProduct, type PricedProduct } from '../billing/index.ts'
import { approveWithSeats } from '../members/index.ts'
import { closePurchases, enqueueSync, findCustomer, insertCustomer, openPurchase } from './rows.ts'

type Create = Calls['subscription']['create']
type Order = z.output<Create['body']>

/** Purchases of one account run one after the other. */
export const ONE_AT_A_TIME = { atOnce: 1, waiting: 10, longestWaitMs: 20_000 }

/** Payments that this caller can use: the simulator is for this machine alone. */
export function getPayments({ app, fromHere }: Pick<Context, 'app' | 'fromHere'>): Payments | null {
  return app.payments?.port.kind === 'sandbox' && !fromHere ? null : app.payments
}

/** Payments where something is for sale: without limits no plan gives anything. */
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
 * Begins a purchase. Each step can be the last one before a crash: the purchase is noted first and its id is the
 * provider's idempotency key, so going on never buys twice; and what the provider knows comes back by its events.
 */
export async function createSubscription(ctx: Context<Create>, order: Order) {
  const { app, actor } = ctx
  const payments = getShop(ctx)
  const product = findProduct(order.productId)
  if (!payments || !product) return ctx.refuse('not_found')
  const purchase = getPurchase(product, order.quantity)
  return queued(app.rateLimits.turns, `payments ${actor.uid}`, ONE_AT_A_TIME, async () => {
    const bought = await findBought(app, app.db.sql, actor.uid)
    if (bought && bought.state !== 'ended')
      throw invalid({ productId: 'is changed, not bought a second time' })
    await approveRequest(ctx, order)
    const started = await start(ctx, payments.port, order, purchase)
    return {
      subscription: started.subscription.id,
      clientSecret: started.clientSecret,
      state: 'waiting' as const,
      amount: started.amount,
      currency: purchase.currency,
    }
  })
}

/** Notes whom the seats are for, before anything is paid. */
export async function approveRequest(
  { app, actor, refuse }: Context<Create> | Context<Calls['subscription']['change']>,
  { accessRequest, quantity }: Pick<Order, 'accessRequest' | 'quantity'>,
): Promise<void> {
  if (!accessRequest) return
  const approval = { ...accessRequest, seats: quantity }
  if (!(await app.db.transaction((tx) => approveWithSeats(app, tx, actor.uid, approval)))) refuse('not_found')
}

async function start(
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
  const known = await port.fetchCustomer(customer)
  if (known.subscriptions.some(({ status }) => status === 'active' || status === 'past_due')) {
    await app.db.transaction((tx) => enqueueSync(app, tx, { source, customer }, 'paid-already'))
    throw invalid({ productId: 'is paid already' })
  }
  const over = known.subscriptions.filter(({ status }) => status === 'ended').map(({ id }) => id)
  const request = JSON.stringify([order.productId, order.quantity, promotion, customer])
  const opened = await app.db.transaction(async (tx) => {
    const found = await openPurchase(app, tx, { uid, source, request })
    if (!over.includes(found.subscription_id ?? '')) return found
    await closePurchases(tx, uid)
    return openPurchase(app, tx, { uid, source, request })
  })
  const started = await port.subscribe({ customer, purchase, promotion }, opened.id)
  await app.db.sql
    .updateTable('purchases')
    .set({ subscription_id: started.subscription.id })
    .where('id', '=', opened.id)
    .execute()
  // One plan at a time: what was begun before and is still unpaid cannot be paid any more.
  for (const { id, status } of known.subscriptions)
    if (status === 'incomplete' && id !== started.subscription.id) await port.cancel(id)
  await closePurchases(app.db.sql, uid, opened.id)
  return started
}
