import Stripe from 'stripe'
import type { Clock } from '../clock/port.ts'
import {
  type CustomerState,
  ForgedEvent,
  NoSuchPurchase,
  type PaymentsPort,
  type ProviderInvoice,
  type ProviderStatus,
  type ProviderSubscription,
  type Purchase,
  type StartedPayment,
  type SubscriptionChange,
} from './port.ts'

export interface StripeOptions {
  readonly kind: PaymentsPort['kind']
  readonly source: PaymentsPort['source']
  readonly secretKey: string
  readonly publicKey: string
  readonly webhookSecret: string
  /** Null for Stripe's own. */
  readonly apiUrl: string | null
  /** Answers requests in this process instead of over the network. */
  readonly fetch?: typeof fetch
  readonly clock: Clock
}

const TIMEOUT_MS = 20_000
/** Older webhooks are rejected, because they may be replayed. */
const TOLERANCE_S = 300
const SECOND_MS = 1_000
const NEWEST_INVOICES = 100

const productNames: Readonly<Record<string, string>> = { pro: 'Tavla Pro', team: 'Tavla Team' }
const productId = (plan: string): string => `tavla_${plan}`

const statuses: Readonly<Record<string, ProviderStatus>> = {
  incomplete: 'incomplete',
  incomplete_expired: 'ended',
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'ended',
  paused: 'ended',
  canceled: 'ended',
}

/** Payments by Stripe's API. Amounts are sent with each purchase, so prices need no configuration at Stripe. */
export function stripePayments(options: StripeOptions): PaymentsPort {
  const stripe = connect(options)
  const ensureProduct = createProductCache(stripe)
  return {
    kind: options.kind,
    source: options.source,
    publicKey: options.publicKey,
    async createCustomer({ uid, email }, idempotencyKey) {
      const { id } = await stripe.customers.create({ email, metadata: { uid } }, { idempotencyKey })
      return id
    },
    async setEmail(customer, email) {
      await stripe.customers.update(customer, { email })
    },
    async removeCustomer(customer) {
      await stripe.customers.del(customer).catch(ignoreMissing)
    },
    async findPromotion(code) {
      const { data } = await stripe.promotionCodes.list({ code, active: true, limit: 1 })
      return data[0]?.id ?? null
    },
    async subscribe({ customer, purchase, promotion }, idempotencyKey) {
      await ensureProduct(purchase.plan)
      const subscription = await stripe.subscriptions.create(
        {
          customer,
          items: [{ price_data: getPrice(purchase), quantity: purchase.seats }],
          ...(promotion === null ? {} : { discounts: [{ promotion_code: promotion }] }),
          payment_behavior: 'default_incomplete',
          payment_settings: {
            save_default_payment_method: 'on_subscription',
            payment_method_types: ['card'],
          },
          expand: ['latest_invoice.confirmation_secret'],
        },
        { idempotencyKey },
      )
      return toStartedPayment(subscription)
    },
    async previewChange({ subscription, purchase, at }) {
      await ensureProduct(purchase.plan)
      const current = await stripe.subscriptions.retrieve(subscription)
      const preview = await stripe.invoices.createPreview({
        subscription,
        subscription_details: { items: [changeItem(current, purchase)], ...getProration(at) },
      })
      const { total, amount_due, starting_balance } = preview
      // A negative balance is credit: a negative total adds to it, and what of a total is not due was paid with it.
      const credit = -starting_balance - (total < 0 ? total : total - amount_due)
      return { amount: total < 0 ? total : amount_due, credit: Math.max(0, credit) }
    },
    async change({ subscription, purchase, at }: SubscriptionChange, idempotencyKey) {
      await ensureProduct(purchase.plan)
      const current = await stripe.subscriptions.retrieve(subscription)
      const changed = await stripe.subscriptions
        .update(
          subscription,
          {
            items: [changeItem(current, purchase)],
            ...getProration(at),
            // The change is applied once it is paid.
            payment_behavior: 'pending_if_incomplete',
            expand: ['latest_invoice.confirmation_secret'],
          },
          { idempotencyKey },
        )
        .catch(throwNoSuchPurchase)
      return toStartedPayment(changed)
    },
    async setRenewal(subscription, renews) {
      await stripe.subscriptions
        .update(subscription, { cancel_at_period_end: !renews })
        .catch(throwNoSuchPurchase)
    },
    async cancel(subscription) {
      await stripe.subscriptions.cancel(subscription).catch(ignoreMissing)
    },
    async startCard(customer) {
      const { client_secret } = await stripe.setupIntents.create({ customer, usage: 'off_session' })
      if (client_secret === null) throw new Error('The provider gave no secret for a new card')
      return client_secret
    },
    useCard: (setup) => useCard(stripe, setup),
    findRefundedInvoice: (charge) => findRefundedInvoice(stripe, charge),
    fetchCustomer: (customer) => fetchCustomer(stripe, customer),
    readEvent: async (body, signature) => readEvent(stripe, options, body, signature),
  }
}

function connect({ secretKey, apiUrl, fetch }: StripeOptions): Stripe {
  const url = apiUrl === null ? null : new URL(apiUrl)
  return new Stripe(secretKey, {
    telemetry: false,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: fetch ? 0 : 2,
    ...(fetch ? { httpClient: Stripe.createFetchHttpClient(fetch) } : {}),
    ...(url
      ? {
          host: url.hostname,
          port: url.port || (url.protocol === 'https:' ? 443 : 80),
          protocol: url.protocol === 'https:' ? ('https' as const) : ('http' as const),
        }
      : {}),
  })
}

/** Products are the names on invoices; each is created before its first sale. */
function createProductCache(stripe: Stripe): (plan: string) => Promise<void> {
  const known = new Map<string, Promise<void>>()
  const create = async (plan: string): Promise<void> => {
    const id = productId(plan)
    await stripe.products.create({ id, name: productNames[plan] ?? plan }).catch((error: unknown) => {
      if (!hasCode(error, 'resource_already_exists')) throw error
    })
  }
  return async (plan) => {
    const pending = known.get(plan) ?? create(plan)
    known.set(plan, pending)
    await pending.catch((error: unknown) => {
      known.delete(plan)
      throw error
    })
  }
}

const getPrice = ({ plan, months, unitAmount, currency }: Purchase) => ({
  currency,
  product: productId(plan),
  unit_amount: unitAmount,
  tax_behavior: 'inclusive' as const,
  recurring:
    months === 12 ? { interval: 'year' as const } : { interval: 'month' as const, interval_count: months },
})

const getProration = (at: number) => ({
  proration_behavior: 'always_invoice' as const,
  proration_date: Math.floor(at / SECOND_MS),
})

function changeItem(current: Stripe.Subscription, purchase: Purchase) {
  const [item] = current.items.data
  if (!item) throw new NoSuchPurchase('The subscription has no item')
  return { id: item.id, price_data: getPrice(purchase), quantity: purchase.seats }
}

const isInvoice = (invoice: string | Stripe.Invoice | null): invoice is Stripe.Invoice =>
  typeof invoice === 'object' && invoice !== null

function toStartedPayment(subscription: Stripe.Subscription): StartedPayment {
  const invoice = isInvoice(subscription.latest_invoice) ? subscription.latest_invoice : null
  const isDue = invoice?.status === 'open' && invoice.amount_remaining > 0
  return {
    subscription: toProviderSubscription(subscription),
    clientSecret: isDue ? (invoice.confirmation_secret?.client_secret ?? null) : null,
    amount: isDue ? invoice.amount_remaining : 0,
  }
}

const getId = (object: string | { readonly id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null)

function toProviderSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const [item] = subscription.items.data
  const price = item?.price
  const invoice = isInvoice(subscription.latest_invoice) ? subscription.latest_invoice : null
  const { interval, interval_count: count } = price?.recurring ?? { interval: 'month', interval_count: 1 }
  const product = getId(price?.product)
  return {
    id: subscription.id,
    customer: getId(subscription.customer) ?? '',
    status: statuses[subscription.status] ?? 'ended',
    plan: product?.replace(/^tavla_/, '') ?? '',
    months: interval === 'year' ? 12 * count : count,
    unitAmount: price?.unit_amount ?? 0,
    currency: price?.currency ?? '',
    seats: item?.quantity ?? 0,
    createdAt: subscription.created * SECOND_MS,
    periodEnd: (item?.current_period_end ?? subscription.created) * SECOND_MS,
    endedAt: subscription.ended_at === null ? null : subscription.ended_at * SECOND_MS,
    renews: !subscription.cancel_at_period_end && subscription.cancel_at === null,
    paid: invoice?.status === 'paid',
  }
}

async function fetchCustomer(stripe: Stripe, customer: string): Promise<CustomerState> {
  const [holder, subscriptions, invoices] = await Promise.all([
    stripe.customers.retrieve(customer),
    stripe.subscriptions.list({ customer, status: 'all', limit: 20, expand: ['data.latest_invoice'] }),
    stripe.invoices.list({ customer, limit: NEWEST_INVOICES }),
  ])
  return {
    credit: holder.deleted ? 0 : Math.max(0, -holder.balance),
    subscriptions: subscriptions.data.map(toProviderSubscription),
    invoices: invoices.data
      .filter(({ status }) => status !== 'draft' && status !== 'void')
      .map(toProviderInvoice),
  }
}

function toProviderInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  const isRefunded = invoice.total > 0 && invoice.post_payment_credit_notes_amount >= invoice.total
  const unpaid = invoice.attempt_count > 0 || invoice.status === 'uncollectible' ? 'failed' : 'open'
  return {
    id: invoice.id,
    subscription: getId(invoice.parent?.subscription_details?.subscription),
    createdAt: invoice.created * SECOND_MS,
    amount: invoice.total,
    currency: invoice.currency,
    state: isRefunded ? 'refunded' : invoice.status === 'paid' ? 'paid' : unpaid,
    receipt: invoice.hosted_invoice_url ?? null,
  }
}

async function useCard(stripe: Stripe, setup: string): Promise<void> {
  const intent = await stripe.setupIntents.retrieve(setup)
  const [customer, card] = [getId(intent.customer), getId(intent.payment_method)]
  if (intent.status !== 'succeeded' || customer === null || card === null) return
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } })
  const { data } = await stripe.subscriptions.list({ customer, expand: ['data.latest_invoice'] })
  for (const { id, latest_invoice: invoice } of data) {
    await stripe.subscriptions.update(id, { default_payment_method: card })
    if (isInvoice(invoice) && invoice.status === 'open')
      // A card that fails is reported by the provider's own events.
      await stripe.invoices.pay(invoice.id, { payment_method: card }).catch((error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeCardError)) throw error
      })
  }
}

async function findRefundedInvoice(stripe: Stripe, id: string): Promise<string | null> {
  const charge = await stripe.charges.retrieve(id)
  const intent = getId(charge.payment_intent)
  if (!charge.refunded || intent === null) return null
  const { data } = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intent },
  })
  return getId(data[0]?.invoice)
}

function readEvent(
  stripe: Stripe,
  { webhookSecret, source, clock }: StripeOptions,
  body: string,
  signature: string,
) {
  let event: Stripe.Event
  try {
    event = stripe.webhooks.constructEvent(
      body,
      signature,
      webhookSecret,
      TOLERANCE_S,
      undefined,
      clock.now(),
    )
  } catch (error) {
    throw new ForgedEvent('The signature is not valid', { cause: error })
  }
  // A test payment must never give a plan on a live server, nor a live one on a test server.
  if (event.livemode !== (source === 'stripe-live')) throw new ForgedEvent('An event of the other mode')
  const object = event.data.object as {
    readonly id?: string
    readonly object?: string
    readonly customer?: unknown
  }
  const isCustomer = object.object === 'customer'
  const customer = isCustomer ? (object.id ?? null) : getId(object.customer as string | { id: string } | null)
  return { id: event.id, type: event.type, customer, object: object.id ?? null }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === code

const isMissing = (error: unknown): boolean =>
  hasCode(error, 'resource_missing') ||
  (error instanceof Stripe.errors.StripeError && error.statusCode === 404)

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}

function throwNoSuchPurchase(error: unknown): never {
  throw isMissing(error) ? new NoSuchPurchase('The provider does not know it', { cause: error }) : error
}
