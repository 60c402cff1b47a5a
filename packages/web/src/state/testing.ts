import { Uid } from '@tavla/contract'
import type { Product, User } from '@tavla/contract'

/** A person as the server returns it; tests override what matters to them. */
export function somebody(changed: Partial<User> = {}): User {
  return {
    uid: Uid.parse('u1'),
    email: 'ada@example.org',
    name: 'Ada',
    photo: null,
    kind: 'full',
    occupation: null,
    staffNum: null,
    trade: null,
    lang: 'en',
    role: 'user',
    createdAt: '2026-01-01T00:00:00Z',
    emailVerified: true,
    hasPassword: true,
    providers: [],
    guide: {},
    freeClick: false,
    ...changed,
  }
}

export function product(num: number): Product {
  const none = { limit: -1, used: 0 }
  return {
    id: `pro-${num}`,
    plan: 'pro',
    num,
    price: 1000 * num,
    currency: 'eur',
    interval: num === 12 ? 'year' : 'month',
    seats: { min: 1, max: 50 },
    limits: { spaces: none, members: none, storage: none, file: none, voice: none, history: none },
    features: [],
  }
}
