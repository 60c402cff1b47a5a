/** The used part of the provider's API objects. Times are in seconds. */
export interface SimCustomer {
  readonly object: 'customer'
  readonly id: string
  email: string
  readonly metadata: Readonly<Record<string, string>>
  /** A negative balance is credit that later invoices use up. */
  balance: number
  invoice_settings: { default_payment_method: string | null }
  deleted?: true
}

export interface SimPrice {
  readonly currency: string
  readonly product: string
  readonly unit_amount: number
  readonly recurring: { readonly interval: 'month' | 'year'; readonly interval_count: number }
}

export interface SimItem {
  readonly id: string
  price: SimPrice
  quantity: number
  current_period_start: number
  current_period_end: number
}

export interface SimSubscription {
  readonly object: 'subscription'
  readonly id: string
  readonly customer: string
  readonly created: number
  status: 'incomplete' | 'incomplete_expired' | 'active' | 'past_due' | 'canceled'
  items: { readonly data: readonly SimItem[] }
  cancel_at_period_end: boolean
  cancel_at: number | null
  ended_at: number | null
  latest_invoice: string
  default_payment_method: string | null
  /** A change that is applied once it is paid. */
  pending_update: { readonly price: SimPrice; readonly quantity: number; readonly restarts: boolean } | null
}

export interface SimInvoice {
  readonly object: 'invoice'
  readonly id: string
  readonly customer: string
  readonly created: number
  readonly currency: string
  readonly total: number
  readonly amount_due: number
  amount_remaining: number
  status: 'open' | 'paid' | 'void' | 'uncollectible'
  attempt_count: number
  next_payment_attempt: number | null
  post_payment_credit_notes_amount: number
  readonly hosted_invoice_url: string
  readonly parent: { readonly subscription_details: { readonly subscription: string } }
  /** Null where nothing is due. */
  readonly payment_intent: string | null
}

export interface SimPaymentIntent {
  readonly object: 'payment_intent'
  readonly id: string
  readonly customer: string
  readonly client_secret: string
  readonly amount: number
  readonly currency: string
  readonly invoice: string
  payment_method: string | null
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'
  last_payment_error: { readonly code: string } | null
}

export interface SimSetupIntent {
  readonly object: 'setup_intent'
  readonly id: string
  readonly customer: string
  readonly client_secret: string
  payment_method: string | null
  status: 'requires_payment_method' | 'requires_action' | 'succeeded'
}

export interface SimCharge {
  readonly object: 'charge'
  readonly id: string
  readonly customer: string
  readonly payment_intent: string
  refunded: boolean
}

export interface SimProduct {
  readonly object: 'product'
  readonly id: string
  readonly name: string
}

export interface SimEvent {
  readonly object: 'event'
  readonly id: string
  readonly type: string
  readonly created: number
  readonly livemode: false
  readonly data: { readonly object: unknown }
}

/** A stored response, returned again for the same idempotency key. */
export interface SimAnswer {
  readonly object: 'answer'
  readonly id: string
  readonly request: string
  readonly status: number
  readonly body: string
}

export type SimObject =
  | SimCustomer
  | SimSubscription
  | SimInvoice
  | SimPaymentIntent
  | SimSetupIntent
  | SimCharge
  | SimProduct
  | SimEvent
  | SimAnswer

type Kinds = { readonly [Kind in SimObject['object']]: Extract<SimObject, { object: Kind }> }

/** The simulated provider's objects, and the ids of those that have changed. */
export class Ledger {
  readonly changed = new Set<string>()
  readonly #objects: Map<string, SimObject>
  #next: number

  constructor(objects: Iterable<SimObject> = []) {
    this.#objects = new Map([...objects].map((object) => [object.id, object]))
    // There may be fewer objects than used ids, so counting objects would repeat an id.
    const used = [...this.#objects.keys()].map((id) => Number(/_sim(\d+)$/.exec(id)?.[1] ?? 0))
    this.#next = used.reduce((most, number) => Math.max(most, number), this.#objects.size)
  }

  find<Kind extends keyof Kinds>(kind: Kind, id: string | null): Kinds[Kind] | null {
    const found = id === null ? undefined : this.#objects.get(id)
    return found?.object === kind ? (found as Kinds[Kind]) : null
  }

  get<Kind extends keyof Kinds>(kind: Kind, id: string | null): Kinds[Kind] {
    const found = this.find(kind, id)
    if (!found) throw new SimError(404, 'resource_missing', `No such ${kind}: ${id}`)
    return found
  }

  list<Kind extends keyof Kinds>(kind: Kind): Kinds[Kind][] {
    return [...this.#objects.values()].filter((object): object is Kinds[Kind] => object.object === kind)
  }

  /** Adds or updates an object. */
  put<Stored extends SimObject>(object: Stored): Stored {
    this.#objects.set(object.id, object)
    this.changed.add(object.id)
    return object
  }

  changes(): SimObject[] {
    return [...this.changed].map((id) => this.#objects.get(id)).filter((object) => object !== undefined)
  }

  /** Sequential, so that the output of a run is readable. */
  nextId(prefix: string): string {
    this.#next += 1
    return `${prefix}_sim${this.#next}`
  }
}

/** An error response of the provider. */
export class SimError extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}
