/** Provider and mode that an object belongs to; a purchase counts in its own source only. */
export type PaymentSource = 'sandbox' | 'stripe-test' | 'stripe-live'

/** An order at the prices of our own list; the provider never decides an amount. */
export interface Purchase {
  readonly plan: string
  readonly months: number
  /** Per seat, in the smallest unit of the currency, including tax. */
  readonly unitAmount: number
  readonly currency: string
  readonly seats: number
}

/** `incomplete`: never paid; `ended`: final. */
export type ProviderStatus = 'incomplete' | 'active' | 'past_due' | 'ended'

export interface ProviderSubscription extends Purchase {
  readonly id: string
  readonly customer: string
  readonly status: ProviderStatus
  readonly createdAt: number
  readonly periodEnd: number
  /** Null while it has not ended. */
  readonly endedAt: number | null
  readonly renews: boolean
  /** The latest invoice is paid. */
  readonly paid: boolean
}

export interface ProviderInvoice {
  readonly id: string
  /** Null for an invoice without a subscription. */
  readonly subscription: string | null
  readonly createdAt: number
  readonly amount: number
  readonly currency: string
  readonly state: 'paid' | 'open' | 'failed' | 'refunded'
  readonly receipt: string | null
}

/** A customer's subscriptions, invoices and credit at the provider. */
export interface CustomerState {
  /** Credit balance that later invoices use up first. */
  readonly credit: number
  readonly subscriptions: readonly ProviderSubscription[]
  /** The latest ones only. */
  readonly invoices: readonly ProviderInvoice[]
}

/** A payment to be completed in the card form. */
export interface StartedPayment {
  readonly subscription: ProviderSubscription
  /** Null when nothing is due. */
  readonly clientSecret: string | null
  readonly amount: number
}

export interface ChangePreview {
  /** Due at once; a negative amount becomes credit. */
  readonly amount: number
  /** Credit balance after the change. */
  readonly credit: number
}

export interface ProviderEvent {
  readonly id: string
  readonly type: string
  readonly customer: string | null
  /** Id of the object in the event. */
  readonly object: string | null
}

export interface PaymentsPort {
  readonly kind: 'stripe' | 'sandbox'
  readonly source: PaymentSource
  readonly publicKey: string
  /** `key` is the idempotency key. */
  createCustomer(customer: { readonly uid: string; readonly email: string }, key: string): Promise<string>
  setEmail(customer: string, email: string): Promise<void>
  removeCustomer(customer: string): Promise<void>
  /** Null if the code is unknown or no longer valid. */
  findPromotion(code: string): Promise<string | null>
  subscribe(
    order: { readonly customer: string; readonly purchase: Purchase; readonly promotion: string | null },
    key: string,
  ): Promise<StartedPayment>
  previewChange(change: SubscriptionChange): Promise<ChangePreview>
  /** Takes effect once it is paid. */
  change(change: SubscriptionChange, key: string): Promise<StartedPayment>
  setRenewal(subscription: string, renews: boolean): Promise<void>
  /** Immediately and without a refund; does nothing if it has ended already. */
  cancel(subscription: string): Promise<void>
  /** Starts saving another card; returns the client secret for the card form. */
  startCard(customer: string): Promise<string>
  /** Makes a saved card the default and pays overdue invoices with it. */
  useCard(setup: string): Promise<void>
  /** The invoice of a charge that was refunded in full; null otherwise. */
  findRefundedInvoice(charge: string): Promise<string | null>
  fetchCustomer(customer: string): Promise<CustomerState>
  /** Verifies a webhook; rejects with `ForgedEvent` if the signature is invalid or the mode differs. */
  readEvent(body: string, signature: string): Promise<ProviderEvent>
}

export interface SubscriptionChange {
  readonly subscription: string
  readonly purchase: Purchase
  /** Proration date; the same in preview and change, so that both have the same amount. */
  readonly at: number
}

/** The signature is invalid or too old, or the event is of another mode than this server's. */
export class ForgedEvent extends Error {}

/** The provider does not have the subscription (any more). */
export class NoSuchPurchase extends Error {}
