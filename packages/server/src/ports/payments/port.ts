/** Which provider and mode an object belongs to: what was bought in one counts in no other. */
export type PaymentSource = 'sandbox' | 'stripe-test' | 'stripe-live'

/** What is bought, as our own table says it; the provider never decides an amount. */
export interface Purchase {
  readonly plan: string
  readonly months: number
  /** Of one seat, in the smallest unit of the currency, tax included. */
  readonly unitAmount: number
  readonly currency: string
  readonly seats: number
}

/** `incomplete` was never paid; `ended` is over for good. */
export type ProviderStatus = 'incomplete' | 'active' | 'past_due' | 'ended'

export interface ProviderSubscription extends Purchase {
  readonly id: string
  readonly customer: string
  readonly status: ProviderStatus
  readonly createdAt: number
  readonly periodEnd: number
  /** When it was over; null while it is not. */
  readonly endedAt: number | null
  readonly renews: boolean
  /** The newest invoice is settled. */
  readonly paid: boolean
}

export interface ProviderInvoice {
  readonly id: string
  /** Null: not of a subscription. */
  readonly subscription: string | null
  readonly createdAt: number
  readonly amount: number
  readonly currency: string
  readonly state: 'paid' | 'open' | 'failed' | 'refunded'
  readonly receipt: string | null
}

/** Everything that the provider knows of one customer's purchases. */
export interface CustomerState {
  /** What later invoices use up first. */
  readonly credit: number
  readonly subscriptions: readonly ProviderSubscription[]
  /** The newest ones. */
  readonly invoices: readonly ProviderInvoice[]
}

/** A payment that the person has to complete in the card form. */
export interface StartedPayment {
  readonly subscription: ProviderSubscription
  /** Null: nothing is due. */
  readonly clientSecret: string | null
  readonly amount: number
}

export interface ChangePreview {
  /** Due at once; negative: credited to later invoices. */
  readonly amount: number
  /** What later invoices use up first, after the change. */
  readonly credit: number
}

export interface ProviderEvent {
  readonly id: string
  readonly type: string
  readonly customer: string | null
  /** The object that it is about. */
  readonly object: string | null
}

export interface PaymentsPort {
  readonly kind: 'stripe' | 'sandbox'
  readonly source: PaymentSource
  readonly publicKey: string
  /** Calls with the same key do their work once. */
  createCustomer(customer: { readonly uid: string; readonly email: string }, key: string): Promise<string>
  setEmail(customer: string, email: string): Promise<void>
  removeCustomer(customer: string): Promise<void>
  /** Null: there is no such code, or it is no longer valid. */
  findPromotion(code: string): Promise<string | null>
  subscribe(
    order: { readonly customer: string; readonly purchase: Purchase; readonly promotion: string | null },
    key: string,
  ): Promise<StartedPayment>
  previewChange(change: SubscriptionChange): Promise<ChangePreview>
  /** Takes effect when it is paid. */
  change(change: SubscriptionChange, key: string): Promise<StartedPayment>
  setRenewal(subscription: string, renews: boolean): Promise<void>
  /** At once, without a refund; one that has ended already stays so. */
  cancel(subscription: string): Promise<void>
  /** Begins to save another card: the secret that the card form completes. */
  startCard(customer: string): Promise<string>
  /** Takes a card that was saved for every later payment, and pays with it what is overdue. */
  useCard(setup: string): Promise<void>
  /** The invoice that a refunded charge had paid, when nothing of it is left. */
  findRefundedInvoice(charge: string): Promise<string | null>
  fetchCustomer(customer: string): Promise<CustomerState>
  /** Reads a signed message; throws `ForgedEvent` for one that is not the provider's or of another mode. */
  readEvent(body: string, signature: string): ProviderEvent
}

export interface SubscriptionChange {
  readonly subscription: string
  readonly purchase: Purchase
  /** From when on the difference counts; the same in preview and change, so that both name the same amount. */
  readonly at: number
}

/** The signature is wrong or old, or the event is of another mode than this server's. */
export class ForgedEvent extends Error {}

/** What was to be changed is not there (any more) at the provider. */
export class NoSuchPurchase extends Error {}
