import { z } from 'zod'
import { Id, Time } from '../wire.ts'

/** The plan of an account. */
export const PlanName = z.enum(['free', 'pro', 'team'])
export type PlanName = z.infer<typeof PlanName>

/** `limit` -1 is unlimited; in bytes, seconds or days. */
export const Limit = z.object({ limit: z.int().min(-1), used: z.int().min(0) })
export type Limit = z.infer<typeof Limit>

export const Limits = z.object({
  spaces: Limit,
  members: Limit,
  storage: Limit,
  file: Limit,
  voice: Limit,
  history: Limit,
})
export type Limits = z.infer<typeof Limits>

/** Plan state as stored in the session; spec §3. */
export const Vip = z.object({
  userStatus: z.enum(['guest', 'free', 'paid', 'grace', 'ended', 'suspended']),
  sub_type: PlanName,
  expireTime: Time.nullable(),
  /** Seconds. */
  remainTime: z.int().nullable(),
  freeLimit: Limits,
  autoRenew: z.boolean(),
})
export type Vip = z.infer<typeof Vip>

/** Range of seats that can be bought. */
export const Seats = z.object({ min: z.int().min(1), max: z.int().min(1) })
export type Seats = z.infer<typeof Seats>

/** An offer; `num` is months and unique per answer, so that `curType` can select by it. */
export const Product = z.object({
  id: Id,
  plan: PlanName,
  num: z.int().min(1),
  /** In the smallest currency unit. */
  price: z.int().min(0),
  currency: z.string(),
  interval: z.enum(['month', 'year']),
  seats: Seats,
  limits: Limits,
  features: z.array(z.string()),
})
export type Product = z.infer<typeof Product>

export const Payment = z.object({
  id: Id,
  createdAt: Time,
  amount: z.int(),
  currency: z.string(),
  plan: PlanName,
  num: z.int(),
  state: z.enum(['paid', 'open', 'failed', 'refunded']),
  /** URL of the receipt. */
  receipt: z.string().nullable(),
})
export type Payment = z.infer<typeof Payment>

export const SubscriptionState = z.enum(['none', 'waiting', 'active', 'grace', 'ended'])
export type SubscriptionState = z.infer<typeof SubscriptionState>

/** A plan granted by an administrator. */
export const PlanGrant = z.object({ plan: PlanName, seats: z.int().min(1), until: Time })
export type PlanGrant = z.infer<typeof PlanGrant>

/** The current subscription and the next payment. */
export const Subscription = z.object({
  plan: PlanName,
  /** Months; 0 on the free plan. */
  num: z.int().min(0),
  seats: z.object({ paid: z.int().min(0), used: z.int().min(0) }),
  price: z.int().min(0),
  currency: z.string(),
  expireTime: Time.nullable(),
  autoRenew: z.boolean(),
  state: SubscriptionState,
  next: z.object({ amount: z.int(), at: Time }).nullable(),
  /** Left over from a smaller plan; the next payments use it up first, and `next.amount` is without it. */
  credit: z.int().min(0),
  granted: PlanGrant.nullable(),
})
export type Subscription = z.infer<typeof Subscription>

/** A requested change; `payment` is set if the user must complete it in the card form. */
export const SubscriptionChange = Subscription.extend({
  payment: z.object({ clientSecret: z.string(), amount: z.int().min(0) }).optional(),
})
export type SubscriptionChange = z.infer<typeof SubscriptionChange>

/** A started purchase. */
export const Checkout = z.object({
  subscription: Id,
  /** Null if nothing is due. */
  clientSecret: z.string().nullable(),
  state: SubscriptionState,
  amount: z.int().min(0),
  currency: z.string(),
})
export type Checkout = z.infer<typeof Checkout>
