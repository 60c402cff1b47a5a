import type { Calls } from '@tavla/contract'
import type { Handlers } from '../../context.ts'
import { receiveEvent } from './events.ts'
import { changeSubscription, listPayments, setRenewal, startCard } from './manage.ts'
import { createSubscription, getPayments } from './purchase.ts'
import { getSubscriptionView, getVip, listProducts } from './subscription-view.ts'

export const subscription = {
  publicKey: (ctx) => Promise.resolve({ public_key: getPayments(ctx)?.port.publicKey ?? null }),
  products: (ctx, { query }) => Promise.resolve(listProducts(ctx, query.plan)),
  create: (ctx, { body }) => createSubscription(ctx, body),
  payments: (ctx, { query }) => listPayments(ctx, query.page),
  current: ({ app, actor }) => getSubscriptionView(app, actor.uid),
  cancel: (ctx) => setRenewal(ctx, false),
  resume: (ctx) => setRenewal(ctx, true),
  change: (ctx, { body }) => changeSubscription(ctx, body),
  card: (ctx) => startCard(ctx),
  async webhook({ app, signedBody }) {
    await receiveEvent(app, signedBody)
    return {}
  },
} satisfies Handlers<Calls['subscription']>

export const user = { vip: (ctx) => getVip(ctx) } satisfies Partial<Handlers<Calls['user']>>
