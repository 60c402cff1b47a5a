import { z } from 'zod'
import { defineCall } from '../call.ts'
import { Checkout, Payment, PlanName, Product, Subscription, SubscriptionChange } from '../entities/plan.ts'
import { GivenRole } from '../roles.ts'
import { Bool, Id, int, KnownEmail, Language, getList, page, SpaceId, text, Uid } from '../wire.ts'

const Quantity = int(1, 10_000)
/** The access request for which the seats are bought; it is approved when they are paid. */
const accessRequest = z.object({ wid: SpaceId, uid: Uid, role: GivenRole }).optional()

export const subscription = {
  publicKey: defineCall({
    method: 'GET',
    path: '/api/subscription/pk',
    summary: "The payment provider's public key; null when payments are off",
    auth: 'none',
    data: () => z.object({ public_key: z.string().nullable() }),
  }),
  products: defineCall({
    method: 'GET',
    path: '/api/subscription/product',
    summary: 'What can be bought of one plan; also the product list of the start',
    auth: 'none',
    query: () => z.object({ lang: Language, plan: PlanName.default('pro') }),
    data: () => getList(Product),
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/subscription/stripe/create',
    summary: 'Begin to buy a plan',
    auth: 'full',
    query: () => z.object({ lang: Language }),
    body: () =>
      z.object({
        productId: Id,
        quantity: Quantity,
        emailAddress: KnownEmail,
        promo: text(0, 64).optional(),
        accessRequest,
      }),
    data: () => Checkout,
    codes: ['not_found'],
  }),
  payments: defineCall({
    method: 'GET',
    path: '/api/subscription/payment/record',
    summary: 'What was paid, newest first',
    auth: 'full',
    query: () => z.object({ page }),
    data: () => getList(Payment),
  }),
  current: defineCall({
    method: 'GET',
    path: '/api/subscription',
    summary: 'What is bought now, and what comes next',
    auth: 'full',
    data: () => Subscription,
    custom: true,
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/api/subscription/cancel',
    summary: 'Let the plan end when its time is over',
    auth: 'full',
    data: () => Subscription,
    codes: ['not_found'],
    custom: true,
  }),
  resume: defineCall({
    method: 'POST',
    path: '/api/subscription/resume',
    summary: 'Take back a cancellation',
    auth: 'full',
    data: () => Subscription,
    codes: ['not_found'],
    custom: true,
  }),
  change: defineCall({
    method: 'POST',
    path: '/api/subscription/change',
    summary: 'Change plan or seats; a preview only tells the amount',
    auth: 'full',
    body: () => z.object({ productId: Id, quantity: Quantity, preview: Bool.default(false), accessRequest }),
    data: () => SubscriptionChange,
    codes: ['not_found'],
    custom: true,
  }),
  card: defineCall({
    method: 'POST',
    path: '/api/subscription/card',
    summary: 'Begin to save another card for later payments; the card form completes it',
    auth: 'full',
    data: () => z.object({ clientSecret: z.string() }),
    codes: ['not_found'],
    custom: true,
  }),
  webhook: defineCall({
    method: 'POST',
    path: '/api/subscription/webhook',
    summary: "The payment provider's events, signed over the raw body",
    auth: 'none',
    body: () => z.looseObject({ id: z.string(), type: z.string() }),
    rawBody: true,
    custom: true,
  }),
}
