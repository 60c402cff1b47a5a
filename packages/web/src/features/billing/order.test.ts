import type { Subscription } from '@tavla/contract'
import { describe, expect, it } from 'vitest'
import { getFirstSeats, getNextPayment } from './order.ts'

const bought = (changed: Partial<Subscription> = {}): Subscription => ({
  plan: 'pro',
  num: 12,
  seats: { paid: 5, used: 3 },
  price: 30_000,
  currency: 'eur',
  expireTime: '2027-01-31T10:00:00.000Z',
  autoRenew: true,
  state: 'active',
  next: null,
  credit: 0,
  granted: null,
  ...changed,
})
const free = (used: number) => bought({ plan: 'free', state: 'none', seats: { paid: 0, used } })
const nobody = { isFull: false, isAsked: false }

describe('the seats that an order begins with', () => {
  it.each([
    ['as many as are paid', bought(), nobody, 5],
    ['one more where all are taken', bought({ seats: { paid: 3, used: 3 } }), nobody, 4],
    [
      'one more for somebody who asks',
      bought({ seats: { paid: 3, used: 3 } }),
      { isFull: true, isAsked: true },
      4,
    ],
    [
      'enough for everybody after fewer were bought',
      bought({ seats: { paid: 2, used: 4 } }),
      { isFull: true, isAsked: true },
      5,
    ],
    ['those in use, without a plan', free(3), nobody, 3],
    ['one for oneself', free(0), nobody, 1],
    ['one more for somebody who asks, without a plan', free(5), { isFull: true, isAsked: true }, 6],
  ])('are %s', (_, subscription, wanted, seats) => {
    expect(getFirstSeats(subscription, wanted)).toBe(seats)
  })
})

describe('the next payment after a change', () => {
  const now = Date.parse('2026-01-31T09:00:00Z')
  it('comes when it would have come, for the same period', () => {
    expect(getNextPayment(bought(), { num: 12, price: 6_000 }, 6, now)).toEqual({
      amount: 36_000,
      at: '2027-01-31T10:00:00.000Z',
    })
  })
  it('is smaller by what is credited, and never negative', () => {
    const product = { num: 12, price: 6_000 }
    const of = (credit: number) => getNextPayment({ ...bought(), credit }, product, 1, now)?.amount
    expect([of(0), of(1_500), of(9_000)]).toEqual([6_000, 4_500, 0])
  })
  it('comes a period from now for another one, at the end of a shorter month', () => {
    expect(getNextPayment(bought(), { num: 1, price: 600 }, 6, now)?.at).toBe('2026-02-28T09:00:00.000Z')
  })
  it('does not come when the plan is cancelled', () => {
    expect(getNextPayment(bought({ autoRenew: false }), { num: 12, price: 6_000 }, 6, now)).toBeNull()
  })
})
