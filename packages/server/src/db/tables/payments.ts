import type { Generated } from 'kysely'

/** Provider and mode; see `ports/payments/port.ts`. */
type Source = 'sandbox' | 'stripe-test' | 'stripe-live'

/** An account at the payment provider. */
export interface CustomerRow {
  uid: string
  source: Source
  customer_id: string
  /** How often the provider was asked; each asking has its number. */
  reads: Generated<number>
  /** The asking whose answer was written last: an older one writes nothing. */
  written_read: Generated<number>
  checked_at: number
}

export interface SubscriptionRow {
  id: string
  uid: string
  source: Source
  /** Of our own table; empty for one that is no longer in it. */
  product_id: string
  plan: string
  /** Months of a period. */
  num: number
  seats: number
  /** Of one seat. */
  price: number
  currency: string
  status: 'incomplete' | 'active' | 'past_due' | 'ended'
  renews: number
  /** What was paid lasts until then; null: nothing was paid yet. */
  paid_until: number | null
  /** The end, and the overdue period, that the owner was notified of. */
  end_announced_for: number | null
  failure_announced_for: number | null
  created_at: number
}

export interface PaymentRow {
  id: string
  uid: string
  source: Source
  plan: string
  num: number
  amount: number
  currency: string
  state: 'paid' | 'open' | 'failed' | 'refunded'
  receipt: string | null
  created_at: number
}

/** A message of the provider, recorded once. */
export interface PaymentEventRow {
  id: string
  source: Source
  type: string
  received_at: number
  customer: string | null
  object: string | null
}

/** A plan that an administrator gave. */
export interface PlanGrantRow {
  uid: string
  plan: 'pro' | 'team'
  seats: number
  ends_at: number
  created_at: number
}

/** A purchase that was begun: its id is the key under which the provider does it once. */
export interface PurchaseRow {
  id: string
  uid: string
  source: Source
  /** What was asked for, so that asking again for the same is the same purchase. */
  request: string
  subscription_id: string | null
  created_at: number
}

/** Who is let in as soon as the owner's seats are paid; see the migration. */
export interface SeatApprovalRow {
  wid: string
  uid: string
  owner: string
  role: string
  /** Seats that were ordered with it. */
  seats: number
  created_at: number
}

/** The simulated provider's books: JSON, in the order in which they were made. */
export interface SandboxObjectRow {
  id: string
  position: number
  body: string
}

export interface PaymentTables {
  customers: CustomerRow
  subscriptions: SubscriptionRow
  payments: PaymentRow
  payment_events: PaymentEventRow
  purchases: PurchaseRow
  plan_grants: PlanGrantRow
  seat_approvals: SeatApprovalRow
  sandbox_objects: SandboxObjectRow
}
