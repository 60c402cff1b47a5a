import { z } from 'zod'
import { Id, Time, Uid } from '../wire.ts'
import { Limits, Payment, PlanName, Seats } from './plan.ts'

export { getPage } from './admin.ts'

const Buyer = { uid: Uid, name: z.string(), email: z.string().nullable() }

/** A subscription as last reported by the payment provider. */
export const AdminSubscription = z.object({
  id: Id,
  ...Buyer,
  plan: z.string(),
  /** Months. */
  num: z.int(),
  seats: z.int(),
  /** Price per seat in the smallest currency unit. */
  price: z.int(),
  currency: z.string(),
  status: z.enum(['incomplete', 'active', 'past_due', 'ended']),
  renews: z.boolean(),
  paidUntil: Time.nullable(),
  source: z.string(),
  createdAt: Time,
})
export type AdminSubscription = z.infer<typeof AdminSubscription>

export const AdminPayment = z.object({
  id: Id,
  ...Buyer,
  plan: z.string(),
  num: z.int(),
  amount: z.int(),
  currency: z.string(),
  state: Payment.shape.state,
  receipt: z.string().nullable(),
  source: z.string(),
  createdAt: Time,
})
export type AdminPayment = z.infer<typeof AdminPayment>

/** `failed`: processing gave up with `error`. */
export const PaymentEvent = z.object({
  id: Id,
  type: z.string(),
  source: z.string(),
  receivedAt: Time,
  state: z.enum(['done', 'waiting', 'failed']),
  error: z.string().nullable(),
})
export type PaymentEvent = z.infer<typeof PaymentEvent>

/** A row of the product table; the free plan has no price. */
export const PriceRow = z.object({
  id: Id,
  plan: PlanName,
  num: z.int(),
  price: z.int(),
  currency: z.string(),
  seats: Seats.nullable(),
  limits: Limits,
})
export type PriceRow = z.infer<typeof PriceRow>
