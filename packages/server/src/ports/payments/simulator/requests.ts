import { addPeriod, Billing, firstItem, getProration } from './billing.ts'
import { type Ledger, type SimPrice, type SimSubscription, SimError } from './objects.ts'

/** One request of the SDK, decoded. */
export interface SimRequest {
  readonly method: string
  readonly path: string
  readonly params: Params
  readonly now: number
}

/** `items[0][quantity]=2` as nested objects; a list's indexes are property names. */
export interface Params {
  readonly [name: string]: string | Params
}

/** The sandbox's only promotion code: 20 % off the first invoice. */
export const sandboxPromotion = { code: 'WELCOME20', id: 'promo_welcome20', share: 0.2 } as const

export function decodeParams(text: string): Params {
  const root: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [
      name.replace(/\[.*/, ''),
      ...[...name.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? ''),
    ]
    let at = root
    for (const part of path.slice(0, -1)) at = (at[part] ??= {}) as Record<string, unknown>
    const last = path.at(-1) ?? ''
    at[last === '' ? String(Object.keys(at).length) : last] = value
  }
  return root as Params
}

const text = (value: string | Params | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null
const nested = (value: string | Params | undefined): Params => (typeof value === 'object' ? value : {})

type RouteHandler = (ledger: Ledger, request: SimRequest, id: string) => unknown

/** The simulated endpoints. */
const routes: readonly (readonly [method: string, path: RegExp, handle: RouteHandler])[] = [
  ['POST', /^\/v1\/products$/, createProduct],
  ['POST', /^\/v1\/customers$/, createCustomer],
  ['GET', /^\/v1\/customers\/(\w+)$/, (ledger, _request, id) => ledger.get('customer', id)],
  ['POST', /^\/v1\/customers\/(\w+)$/, updateCustomer],
  ['DELETE', /^\/v1\/customers\/(\w+)$/, deleteCustomer],
  ['GET', /^\/v1\/promotion_codes$/, listPromotions],
  ['POST', /^\/v1\/subscriptions$/, createSubscription],
  ['GET', /^\/v1\/subscriptions$/, listSubscriptions],
  [
    'GET',
    /^\/v1\/subscriptions\/(\w+)$/,
    (ledger, _request, id) => withLatestInvoice(ledger, ledger.get('subscription', id)),
  ],
  ['POST', /^\/v1\/subscriptions\/(\w+)$/, updateSubscription],
  ['DELETE', /^\/v1\/subscriptions\/(\w+)$/, cancelSubscription],
  ['POST', /^\/v1\/invoices\/create_preview$/, previewInvoice],
  ['GET', /^\/v1\/invoices$/, listInvoices],
  ['POST', /^\/v1\/invoices\/(\w+)\/pay$/, payInvoice],
  ['POST', /^\/v1\/setup_intents$/, createSetup],
  ['GET', /^\/v1\/setup_intents\/(\w+)$/, (ledger, _request, id) => ledger.get('setup_intent', id)],
  ['GET', /^\/v1\/charges\/(\w+)$/, (ledger, _request, id) => ledger.get('charge', id)],
  ['GET', /^\/v1\/invoice_payments$/, listInvoicePayments],
]

export function answerRequest(ledger: Ledger, request: SimRequest): unknown {
  for (const [method, path, handle] of routes) {
    const match = method === request.method ? path.exec(request.path) : null
    if (match) return handle(ledger, request, match[1] ?? '')
  }
  throw new SimError(404, 'resource_missing', `Not simulated: ${request.method} ${request.path}`)
}

const list = (data: readonly unknown[]) => ({ object: 'list', data, has_more: false })

function createProduct(ledger: Ledger, { params }: SimRequest) {
  const id = text(params['id']) ?? ledger.nextId('prod')
  if (ledger.find('product', id))
    throw new SimError(400, 'resource_already_exists', 'Product already exists.')
  return ledger.put({ object: 'product', id, name: text(params['name']) ?? '' })
}

function createCustomer(ledger: Ledger, { params }: SimRequest) {
  return ledger.put({
    object: 'customer',
    id: ledger.nextId('cus'),
    email: text(params['email']) ?? '',
    metadata: { uid: text(nested(params['metadata'])['uid']) ?? '' },
    balance: 0,
    invoice_settings: { default_payment_method: null },
  })
}

function updateCustomer(ledger: Ledger, { params }: SimRequest, id: string) {
  const customer = ledger.get('customer', id)
  customer.email = text(params['email']) ?? customer.email
  const card = text(nested(params['invoice_settings'])['default_payment_method'])
  if (card !== null) customer.invoice_settings = { default_payment_method: card }
  return ledger.put(customer)
}

function deleteCustomer(ledger: Ledger, { now }: SimRequest, id: string) {
  const customer = ledger.get('customer', id)
  const billing = new Billing(ledger, now)
  for (const subscription of ledger.list('subscription'))
    if (subscription.customer === id) billing.end(subscription)
  // Personal data is also removed from stored responses.
  for (const answer of ledger.list('answer'))
    if (answer.body.includes(id)) ledger.put({ ...answer, request: '', body: '{}' })
  ledger.put({ ...customer, email: '', metadata: {}, deleted: true })
  return { id, object: 'customer', deleted: true }
}

function listPromotions(_ledger: Ledger, { params }: SimRequest) {
  const isKnown = text(params['code'])?.toUpperCase() === sandboxPromotion.code
  return list(isKnown ? [{ id: sandboxPromotion.id, object: 'promotion_code', active: true }] : [])
}

function readPrice(params: Params): SimPrice {
  const recurring = nested(params['recurring'])
  return {
    currency: text(params['currency']) ?? '',
    product: text(params['product']) ?? '',
    unit_amount: Number(params['unit_amount']),
    recurring: {
      interval: text(recurring['interval']) === 'year' ? 'year' : 'month',
      interval_count: Number(recurring['interval_count'] ?? 1),
    },
  }
}

const readItem = (params: Params) => {
  const item = nested(nested(params['items'])['0'])
  return { price: readPrice(nested(item['price_data'])), quantity: Number(item['quantity'] ?? 1) }
}

function createSubscription(ledger: Ledger, { params, now }: SimRequest) {
  const customer = ledger.get('customer', text(params['customer']))
  const { price, quantity } = readItem(params)
  const promotion = text(nested(nested(params['discounts'])['0'])['promotion_code'])
  if (promotion !== null && promotion !== sandboxPromotion.id)
    throw new SimError(400, 'resource_missing', `No such promotion code: ${promotion}`)
  const item = {
    id: ledger.nextId('si'),
    price,
    quantity,
    current_period_start: now,
    current_period_end: addPeriod(now, price),
  }
  const subscription: SimSubscription = {
    object: 'subscription',
    id: ledger.nextId('sub'),
    customer: customer.id,
    created: now,
    status: 'incomplete',
    items: { data: [item] },
    cancel_at_period_end: false,
    cancel_at: null,
    ended_at: null,
    latest_invoice: '',
    default_payment_method: null,
    pending_update: null,
  }
  const billing = new Billing(ledger, now)
  const full = price.unit_amount * quantity
  const invoice = billing.invoice(
    subscription,
    promotion === null ? full : full - Math.round(full * sandboxPromotion.share),
  )
  subscription.latest_invoice = invoice.id
  ledger.put(subscription)
  billing.emitEvent('customer.subscription.created', subscription)
  if (invoice.status === 'paid') billing.activate(subscription)
  return withLatestInvoice(ledger, subscription)
}

/** With its latest invoice, which every request expands. */
function withLatestInvoice(ledger: Ledger, subscription: SimSubscription) {
  const invoice = ledger.get('invoice', subscription.latest_invoice)
  const intent = ledger.find('payment_intent', invoice.payment_intent)
  const confirmation_secret = intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null
  return { ...subscription, latest_invoice: { ...invoice, confirmation_secret } }
}

function listSubscriptions(ledger: Ledger, { params }: SimRequest) {
  const found = ledger
    .list('subscription')
    .filter(({ customer }) => customer === text(params['customer']))
    .filter(({ ended_at }) => params['status'] === 'all' || ended_at === null)
  return list(found.reverse().map((subscription) => withLatestInvoice(ledger, subscription)))
}

function updateSubscription(ledger: Ledger, { params, now }: SimRequest, id: string) {
  const subscription = ledger.get('subscription', id)
  if (subscription.ended_at !== null)
    throw new SimError(404, 'resource_missing', `No such subscription: ${id}`)
  const billing = new Billing(ledger, now)
  const renewal = text(params['cancel_at_period_end'])
  if (renewal !== null) subscription.cancel_at_period_end = renewal === 'true'
  subscription.default_payment_method =
    text(params['default_payment_method']) ?? subscription.default_payment_method
  if (params['items'] !== undefined) changeItem(ledger, billing, subscription, params)
  ledger.put(subscription)
  billing.emitEvent('customer.subscription.updated', subscription)
  return withLatestInvoice(ledger, subscription)
}

/** Charges the difference to the stored card; the change is applied once it is paid. */
function changeItem(ledger: Ledger, billing: Billing, subscription: SimSubscription, params: Params): void {
  const { price, quantity } = readItem(params)
  const { total, restarts } = getProration(
    firstItem(subscription),
    price,
    quantity,
    Number(params['proration_date'] ?? billing.now),
  )
  const previous = ledger.get('invoice', subscription.latest_invoice)
  if (previous.status === 'open' && subscription.pending_update) ledger.put({ ...previous, status: 'void' })
  const invoice = billing.invoice(subscription, total)
  subscription.latest_invoice = invoice.id
  subscription.pending_update = { price, quantity, restarts }
  ledger.put(subscription)
  if (invoice.status === 'paid') {
    billing.emitEvent('invoice.paid', invoice)
    billing.activate(subscription)
  } else billing.charge(invoice, subscription.default_payment_method)
}

function cancelSubscription(ledger: Ledger, { now }: SimRequest, id: string) {
  const subscription = ledger.get('subscription', id)
  new Billing(ledger, now).end(subscription)
  return withLatestInvoice(ledger, subscription)
}

function previewInvoice(ledger: Ledger, { params, now }: SimRequest) {
  const subscription = ledger.get('subscription', text(params['subscription']))
  const details = nested(params['subscription_details'])
  const { price, quantity } = readItem(details)
  const at = Number(details['proration_date'] ?? now)
  const { total } = getProration(firstItem(subscription), price, quantity, at)
  const { balance } = ledger.get('customer', subscription.customer)
  return {
    object: 'invoice',
    total,
    amount_due: Math.max(0, total + Math.min(0, balance)),
    starting_balance: balance,
    currency: price.currency,
  }
}

function listInvoices(ledger: Ledger, { params }: SimRequest) {
  const found = ledger.list('invoice').filter(({ customer }) => customer === text(params['customer']))
  return list(found.reverse())
}

function payInvoice(ledger: Ledger, { params, now }: SimRequest, id: string) {
  const invoice = ledger.get('invoice', id)
  if (!new Billing(ledger, now).charge(invoice, text(params['payment_method'])))
    throw new SimError(402, 'card_declined', 'Your card was declined.')
  return invoice
}

function createSetup(ledger: Ledger, { params }: SimRequest) {
  const customer = ledger.get('customer', text(params['customer']))
  const id = ledger.nextId('seti')
  return ledger.put({
    object: 'setup_intent',
    id,
    customer: customer.id,
    client_secret: `${id}_secret_local`,
    payment_method: null,
    status: 'requires_payment_method',
  })
}

function listInvoicePayments(ledger: Ledger, { params }: SimRequest) {
  const intent = ledger.find('payment_intent', text(nested(params['payment'])['payment_intent']))
  return list(
    intent ? [{ object: 'invoice_payment', id: `inpay_${intent.id}`, invoice: intent.invoice }] : [],
  )
}
