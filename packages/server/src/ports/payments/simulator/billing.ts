import { findCard } from './cards.ts'
import {
  type Ledger,
  type SimCustomer,
  type SimInvoice,
  type SimItem,
  type SimPaymentIntent,
  type SimPrice,
  SimError,
  type SimSubscription,
} from './objects.ts'

const DAY_S = 86_400
/** A first payment expires after this time. */
const INCOMPLETE_S = 23 * 3_600
/** Delays between attempts to pay an overdue invoice; the subscription ends after the last one. */
const RETRIES_S = [3 * DAY_S, 5 * DAY_S, 7 * DAY_S]

/** Cost of changing a subscription. */
export interface Proration {
  readonly total: number
  /** A new period starts, because its length changes. */
  readonly restarts: boolean
}

const priceTotal = (price: SimPrice, quantity: number): number => price.unit_amount * quantity

const isSamePeriod = (a: SimPrice, b: SimPrice): boolean =>
  a.recurring.interval === b.recurring.interval && a.recurring.interval_count === b.recurring.interval_count

/** End of a period: the same day of a later month, or that month's last day. */
export function addPeriod(from: number, { recurring }: SimPrice): number {
  const months = recurring.interval_count * (recurring.interval === 'year' ? 12 : 1)
  const date = new Date(from * 1_000)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return date.getTime() / 1_000
}

export function firstItem({ items }: SimSubscription): SimItem {
  const [item] = items.data
  if (!item) throw new Error('A simulated subscription without an item')
  return item
}

/** Amount due for using the rest of a period with another price or quantity. */
export function getProration(item: SimItem, price: SimPrice, quantity: number, at: number): Proration {
  const { current_period_start: start, current_period_end: end } = item
  const share = Math.min(1, Math.max(0, (end - at) / (end - start)))
  const unused = Math.round(priceTotal(item.price, item.quantity) * share)
  if (!isSamePeriod(item.price, price)) return { total: priceTotal(price, quantity) - unused, restarts: true }
  return { total: Math.round(priceTotal(price, quantity) * share) - unused, restarts: false }
}

/** The provider's billing: invoices, payment attempts, renewals and retries. */
export class Billing {
  readonly #ledger: Ledger
  readonly now: number

  constructor(ledger: Ledger, now: number) {
    this.#ledger = ledger
    this.now = now
  }

  emitEvent(type: string, object: unknown): void {
    const id = this.#ledger.nextId('evt')
    // A copy: an event shows the object as it was at that time.
    const data = { object: JSON.parse(JSON.stringify(object)) as unknown }
    this.#ledger.put({ object: 'event', id, type, created: this.now, livemode: false, data })
  }

  /** Creates an invoice and its payment intent; credit is used first. */
  invoice(subscription: SimSubscription, total: number): SimInvoice {
    const ledger = this.#ledger
    const customer = ledger.get('customer', subscription.customer)
    const credit = Math.min(Math.max(0, total), Math.max(0, -customer.balance))
    const due = Math.max(0, total - credit)
    customer.balance += total < 0 ? total : credit
    ledger.put(customer)
    const id = ledger.nextId('in')
    const intent = due > 0 ? this.#intent(customer, due, firstItem(subscription).price.currency, id) : null
    return ledger.put({
      object: 'invoice',
      id,
      customer: customer.id,
      created: this.now,
      currency: firstItem(subscription).price.currency,
      total,
      amount_due: due,
      amount_remaining: due,
      status: due > 0 ? 'open' : 'paid',
      attempt_count: 0,
      next_payment_attempt: null,
      post_payment_credit_notes_amount: 0,
      hosted_invoice_url: `/dev/payments/receipt/${id}`,
      parent: { subscription_details: { subscription: subscription.id } },
      payment_intent: intent?.id ?? null,
    })
  }

  #intent(customer: SimCustomer, amount: number, currency: string, invoice: string): SimPaymentIntent {
    const id = this.#ledger.nextId('pi')
    return this.#ledger.put({
      object: 'payment_intent',
      id,
      customer: customer.id,
      client_secret: `${id}_secret_local`,
      amount,
      currency,
      invoice,
      payment_method: null,
      status: 'requires_payment_method',
      last_payment_error: null,
    })
  }

  /** Payment with a card entered in the form. */
  confirm(intent: SimPaymentIntent, method: string): SimPaymentIntent {
    if (intent.status === 'succeeded') return intent
    const card = findCard(method)
    if (!card) throw new SimError(400, 'resource_missing', `No such payment method: ${method}`)
    intent.payment_method = method
    if (card.onSession === 'authenticate') intent.status = 'requires_action'
    else if (card.onSession === 'paid') this.#settle(intent)
    else this.#fail(intent, card.onSession === 'declined' ? 'card_declined' : 'insufficient_funds')
    return this.#ledger.put(intent)
  }

  /** Completes 3-D Secure. */
  authenticate(intent: SimPaymentIntent, succeeded: boolean): SimPaymentIntent {
    if (intent.status !== 'requires_action') return intent
    if (succeeded) this.#settle(intent)
    else this.#fail(intent, 'payment_intent_authentication_failure')
    return this.#ledger.put(intent)
  }

  /** Charges the stored card while its holder is absent. */
  charge(invoice: SimInvoice, method: string | null): boolean {
    if (invoice.status !== 'open') return invoice.status === 'paid'
    const intent = this.#ledger.get('payment_intent', invoice.payment_intent)
    intent.payment_method = method
    if (findCard(method)?.offSession === 'paid') this.#settle(intent)
    else this.#fail(intent, 'card_declined')
    this.#ledger.put(intent)
    return intent.status === 'succeeded'
  }

  #fail(intent: SimPaymentIntent, code: string): void {
    intent.status = 'requires_payment_method'
    intent.last_payment_error = { code }
    const invoice = this.#ledger.get('invoice', intent.invoice)
    invoice.attempt_count += 1
    this.#ledger.put(invoice)
    this.emitEvent('invoice.payment_failed', invoice)
  }

  #settle(intent: SimPaymentIntent): void {
    intent.status = 'succeeded'
    intent.last_payment_error = null
    const id = this.#ledger.nextId('ch')
    this.#ledger.put({
      object: 'charge',
      id,
      customer: intent.customer,
      payment_intent: intent.id,
      refunded: false,
    })
    const invoice = this.#ledger.get('invoice', intent.invoice)
    invoice.status = 'paid'
    invoice.amount_remaining = 0
    invoice.attempt_count += 1
    invoice.next_payment_attempt = null
    this.#ledger.put(invoice)
    const subscription = this.#ledger.get('subscription', invoice.parent.subscription_details.subscription)
    subscription.default_payment_method = intent.payment_method
    this.activate(subscription)
    this.emitEvent('invoice.paid', invoice)
  }

  /** Activates the subscription and applies a paid change. */
  activate(subscription: SimSubscription): void {
    const { pending_update: update } = subscription
    if (subscription.status === 'incomplete' || subscription.status === 'past_due')
      subscription.status = 'active'
    if (update) {
      this.apply(subscription, update)
      subscription.pending_update = null
    }
    this.#ledger.put(subscription)
    this.emitEvent('customer.subscription.updated', subscription)
  }

  apply(subscription: SimSubscription, update: NonNullable<SimSubscription['pending_update']>): void {
    const item = firstItem(subscription)
    item.price = update.price
    item.quantity = update.quantity
    if (!update.restarts) return
    item.current_period_start = this.now
    item.current_period_end = addPeriod(this.now, update.price)
  }

  end(subscription: SimSubscription, status: 'canceled' | 'incomplete_expired' = 'canceled'): void {
    if (subscription.ended_at !== null) return
    subscription.status = status
    subscription.ended_at = this.now
    this.#ledger.put(subscription)
    const invoice = this.#ledger.get('invoice', subscription.latest_invoice)
    if (invoice.status === 'open') {
      invoice.status = 'void'
      this.#ledger.put(invoice)
    }
    this.emitEvent('customer.subscription.deleted', subscription)
  }

  /** Processes everything that has become due. */
  catchUp(): void {
    for (const subscription of this.#ledger.list('subscription')) {
      // Several periods may have passed; each is renewed separately.
      for (let round = 0; round < 500 && this.#catchUpOne(subscription); round += 1);
    }
  }

  /** True if it may have to be called again. */
  #catchUpOne(subscription: SimSubscription): boolean {
    const item = firstItem(subscription)
    const invoice = this.#ledger.get('invoice', subscription.latest_invoice)
    if (subscription.status === 'incomplete' && subscription.created + INCOMPLETE_S <= this.now)
      this.end(subscription, 'incomplete_expired')
    else if (subscription.status === 'past_due') return this.#retry(subscription, invoice)
    else if (subscription.status === 'active' && item.current_period_end <= this.now) {
      if (subscription.cancel_at_period_end) this.end(subscription)
      else return this.#renew(subscription)
    }
    return false
  }

  #renew(subscription: SimSubscription): boolean {
    const item = firstItem(subscription)
    item.current_period_start = item.current_period_end
    item.current_period_end = addPeriod(item.current_period_start, item.price)
    subscription.pending_update = null
    const invoice = this.invoice(subscription, priceTotal(item.price, item.quantity))
    subscription.latest_invoice = invoice.id
    this.#ledger.put(subscription)
    if (this.charge(invoice, this.#card(subscription))) return true
    subscription.status = 'past_due'
    invoice.next_payment_attempt = this.now + (RETRIES_S[0] ?? 0)
    this.#ledger.put(invoice)
    this.#ledger.put(subscription)
    this.emitEvent('customer.subscription.updated', subscription)
    return false
  }

  #retry(subscription: SimSubscription, invoice: SimInvoice): boolean {
    if (invoice.next_payment_attempt === null || invoice.next_payment_attempt > this.now) return false
    if (this.charge(invoice, this.#card(subscription))) return true
    const wait = RETRIES_S[invoice.attempt_count - 1]
    if (wait === undefined) this.end(subscription)
    else {
      invoice.next_payment_attempt = this.now + wait
      this.#ledger.put(invoice)
    }
    return false
  }

  #card(subscription: SimSubscription): string | null {
    const { invoice_settings } = this.#ledger.get('customer', subscription.customer)
    return subscription.default_payment_method ?? invoice_settings.default_payment_method
  }
}
