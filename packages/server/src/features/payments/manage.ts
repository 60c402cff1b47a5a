import { type Calls, pageSize } from '@tavla/contract'
import type { z } from 'zod'
import type { App, Context } from '../../context.ts'
import { NoSuchPurchase, type SubscriptionChange } from '../../ports/payments/port.ts'
import { queued } from '../../rate-limits/queued.ts'
import { getTime } from '../account/index.ts'
import { findPurchasedPlan, findProduct } from '../billing/index.ts'
import { approveRequest, getPayments, getPurchase, ONE_AT_A_TIME } from './purchase.ts'
import { enqueueSync, findCustomer, openPurchase } from './rows.ts'
import { getSubscriptionView } from './subscription-view.ts'

type Group = Calls['subscription']

/** The caller's active subscription and its provider. */
async function findOwnSubscription(ctx: Context<Group['cancel'] | Group['change'] | Group['card']>) {
  const payments = getPayments(ctx)
  const bought = await findPurchasedPlan(ctx.app, ctx.app.db.sql, ctx.actor.uid)
  if (!payments || !bought || bought.state === 'ended') return null
  return { port: payments.port, row: bought.row }
}

/** Cancels the plan at the end of its period, or resumes it. */
export async function setRenewal(ctx: Context<Group['cancel'] | Group['resume']>, renews: boolean) {
  const { app, actor } = ctx
  const own = await findOwnSubscription(ctx)
  if (!own) return ctx.refuse('not_found')
  try {
    await own.port.setRenewal(own.row.id, renews)
  } catch (error) {
    if (error instanceof NoSuchPurchase) return ctx.refuse('not_found')
    throw error
  }
  await app.db.transaction(async (tx) => {
    await tx
      .updateTable('subscriptions')
      .set({ renews: renews ? 1 : 0 })
      .where('id', '=', own.row.id)
      .execute()
    await syncOwnCustomer(app, tx, actor.uid, `renewal-${renews}`)
  })
  return getSubscriptionView(app, actor.uid)
}

type Tx = Parameters<typeof enqueueSync>[1]

async function syncOwnCustomer(app: App, tx: Tx, uid: string, cause: string): Promise<void> {
  const source = app.payments?.port.source
  const customer = source === undefined ? null : await findCustomer(tx, uid, source)
  if (source !== undefined && customer !== null) await enqueueSync(app, tx, { source, customer }, cause)
}

/**
 * A preview and the change that follows share one proration date, so both have the same amount. The page refreshes its
 * preview before PREVIEW_MS is over, and a change accepts a preview for CHANGE_MS.
 */
const PREVIEW_MS = 10 * 60_000
const CHANGE_MS = 15 * 60_000

/** Changes plan, period or number of seats. A preview only returns the amount; a change takes effect once it is paid. */
export async function changeSubscription(
  ctx: Context<Group['change']>,
  { productId, quantity, preview, accessRequest }: z.output<Group['change']['body']>,
) {
  const { app, actor } = ctx
  const own = await findOwnSubscription(ctx)
  const product = findProduct(productId)
  if (!own || !product) return ctx.refuse('not_found')
  const purchase = getPurchase(product, quantity)
  const { port, row } = own
  return queued(app.rateLimits.turns, `payments ${actor.uid}`, ONE_AT_A_TIME, async () => {
    const request = JSON.stringify([
      'change',
      row.id,
      productId,
      quantity,
      row.product_id,
      row.seats,
      row.paid_until,
    ])
    const { id, created_at: at } = await app.db.transaction((tx) =>
      openPurchase(app, tx, {
        uid: actor.uid,
        source: port.source,
        request,
        maxAgeMs: preview ? PREVIEW_MS : CHANGE_MS,
      }),
    )
    const change: SubscriptionChange = { subscription: row.id, purchase, at }
    const view = await getSubscriptionView(app, actor.uid)
    if (preview) {
      const { amount, credit } = await port.previewChange(change)
      const price = product.price * quantity
      const changed = {
        plan: product.plan,
        num: product.months,
        seats: { ...view.seats, paid: quantity },
        price,
        credit,
      }
      return { ...view, ...changed, next: { amount, at: getTime(at) } }
    }
    await approveRequest(ctx, { accessRequest, quantity })
    const { clientSecret, amount } = await port.change(change, id)
    await app.db.transaction((tx) => syncOwnCustomer(app, tx, actor.uid, id))
    return clientSecret === null ? view : { ...view, payment: { clientSecret, amount } }
  })
}

/** Starts saving another card for later payments. */
export async function startCard(ctx: Context<Group['card']>) {
  const own = await findOwnSubscription(ctx)
  const customer = own && (await findCustomer(ctx.app.db.sql, ctx.actor.uid, own.port.source))
  if (!own || !customer) return ctx.refuse('not_found')
  return { clientSecret: await own.port.startCard(customer) }
}

/** Payment records, newest first. */
export async function listPayments({ app, actor }: Context<Group['payments']>, page: number) {
  const source = app.payments?.port.source
  if (source === undefined) return { list: [], total: 0 }
  const own = app.db.sql.selectFrom('payments').where('uid', '=', actor.uid).where('source', '=', source)
  const [rows, { total }] = await Promise.all([
    own
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const list = rows.map(({ id, plan, num, amount, currency, state, receipt, created_at }) => ({
    id,
    createdAt: getTime(created_at),
    amount,
    currency,
    plan: plan === 'team' ? ('team' as const) : ('pro' as const),
    num,
    state,
    receipt,
  }))
  return { list, total }
}
