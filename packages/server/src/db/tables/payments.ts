import type { Generated } from 'kysely'

/** Provider and mode; see `ports/payments/port.ts`. */
type Source = 'sandbox' | 'stripe-test' | 'stripe-live'

/** A customer at the payment provider. */
export interface CustomerRow {
  uid: string
  source: Source
  customer_id: string
  /** Number of requests made to the provider for this customer. */
  reads: Generated<number>
  /** The request whose answer was written last: older answers are discarded. */
  written_read: Generated<number>
  checked_at: number
  /** What later invoices use up first, in the smallest unit of the currency. */
  credit: Generated<number>
}

export interface SubscriptionRow {
  id: string
  uid: string
  source: Source
  /** Our product id; empty if it is no longer sold. */
  product_id: string
  plan: string
  /** Months per period. */
  num: number
  seats: number
  /** Per seat. */
  price: number
  currency: string
  status: 'incomplete' | 'active' | 'past_due' | 'ended'
  renews: number
  /** End of the paid period; null: nothing was paid yet. */
  paid_until: number | null
  /** End and overdue period that the owner was notified of. */
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

/** A webhook event of the provider, recorded once. */
export interface PaymentEventRow {
  id: string
  source: Source
  type: string
  received_at: number
  customer: string | null
  object: string | null
}

/** A plan granted by an administrator. */
export interface PlanGrantRow {
  uid: string
  plan: 'pro' | 'team'
  seats: number
  ends_at: number
  created_at: number
}

/** A started purchase; its id is the idempotency key at the provider. */
export interface PurchaseRow {
  id: string
  uid: string
  source: Source
  /** The request's content, so that an identical request continues the same purchase. */
  request: string
  subscription_id: string | null
  created_at: number
}

/** An approved access request that takes effect when the owner's seats are paid; see the migration. */
export interface SeatApprovalRow {
  wid: string
  uid: string
  owner: string
  role: string
  /** Seats ordered with it. */
  seats: number
  created_at: number
}

/** Objects of the sandbox provider as JSON, in the order of creation. */
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
