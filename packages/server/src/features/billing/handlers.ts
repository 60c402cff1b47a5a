import type { Calls } from '@tavla/contract'
import type { Handlers } from '../../context.ts'
import { invalid } from '../../refusals.ts'
import { getLimits, getPlan } from './limits.ts'

const FREE = {
  plan: 'free',
  num: 0,
  seats: { paid: 0, used: 0 },
  price: 0,
  currency: 'eur',
  expireTime: null,
  autoRenew: false,
  state: 'none',
  next: null,
} as const

/** Payments are off in this version: everybody has the free plan and there is nothing to buy. */
export const subscription = {
  publicKey: () => Promise.resolve({ public_key: null }),
  products: () => Promise.resolve({ list: [], total: 0 }),
  create: async (ctx) => ctx.refuse('not_found'),
  payments: () => Promise.resolve({ list: [], total: 0 }),
  current: () => Promise.resolve(FREE),
  cancel: async (ctx) => ctx.refuse('not_found'),
  resume: async (ctx) => ctx.refuse('not_found'),
  change: async (ctx) => ctx.refuse('not_found'),
  // There is no provider whose signature could be right.
  webhook: () => Promise.reject(invalid({ signature: 'is not of a configured provider' })),
} satisfies Handlers<Calls['subscription']>

export const user = {
  async vip({ app, actor }) {
    return {
      userStatus: actor.kind === 'guest' ? 'guest' : 'free',
      sub_type: getPlan(actor.uid),
      expireTime: null,
      remainTime: null,
      freeLimit: await getLimits(app, actor.uid, null),
      autoRenew: false,
    }
  },
} satisfies Handlers<Pick<Calls['user'], 'vip'>>
