import type { Subscription } from '@tavla/contract'
import { describe, expect, it } from 'vitest'
import { getInitialSeats, getNextPayment } from './order.ts'

const createSubscription = (changed: Partial<Subscription> = {}): Subscription => ({
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
const free = (used: number) => createSubscription({ plan: 'free', state: 'none', seats: { paid: 0, used } })
const noDemand = { isFull: false, isRequested: false }

describe('the initial number of seats', () => {
  it.each([
    ['the paid one', createSubscription(), noDemand, 5],
    ['one more when all are used', createSubscription({ seats: { paid: 3, used: 3 } }), noDemand, 4],
    [
      'one more for a seat request',
      createSubscription({ seats: { paid: 3, used: 3 } }),
      { isFull: true, isRequested: true },
      4,
    ],
    [
      'enough for everybody after a downgrade',
      createSubscription({ seats: { paid: 2, used: 4 } }),
      { isFull: true, isRequested: true },
      5,
    ],
    ['the used one without a plan', free(3), noDemand, 3],
    ['one without a plan or members', free(0), noDemand, 1],
    ['one more for a seat request without a plan', free(5), { isFull: true, isRequested: true }, 6],
  ])('is %s', (_, subscription, demand, seats) => {
    expect(getInitialSeats(subscription, demand)).toBe(seats)
  })
})

describe('the next payment after a change', () => {
  const now = Date.parse('2026-01-31T09:00:00Z')
  it('keeps its date for the same billing period', () => {
    expect(getNextPayment(createSubscription(), { num: 12, price: 6_000 }, 6, now)).toEqual({
      amount: 36_000,
      at: '2027-01-31T10:00:00.000Z',
    })
  })
  it('is reduced by credit and never negative', () => {
    const product = { num: 12, price: 6_000 }
    const getAmount = (credit: number) =>
      getNextPayment({ ...createSubscription(), credit }, product, 1, now)?.amount
    expect([getAmount(0), getAmount(1_500), getAmount(9_000)]).toEqual([6_000, 4_500, 0])
  })
  it('is one period from now for another billing period, on the last day of a shorter month', () => {
    expect(getNextPayment(createSubscription(), { num: 1, price: 600 }, 6, now)?.at).toBe(
      '2026-02-28T09:00:00.000Z',
    )
  })
  it('is null when the plan is cancelled', () => {
    expect(
      getNextPayment(createSubscription({ autoRenew: false }), { num: 12, price: 6_000 }, 6, now),
    ).toBeNull()
  })
})
