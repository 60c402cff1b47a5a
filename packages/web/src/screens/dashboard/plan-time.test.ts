import { describe, expect, it } from 'vitest'
import { getPlanTime } from './plan-time.ts'

const pro = {
  sub_type: 'pro',
  userStatus: 'paid',
  autoRenew: true,
  expireTime: '2027-11-23T00:00:00.000Z',
  remainTime: 365 * 86_400,
} as const

describe('plan time', () => {
  it('is the date of the next payment while the plan renews, without days', () => {
    expect(getPlanTime(pro)).toEqual({ kind: 'renews', at: pro.expireTime })
  })
  it('counts whole days once the plan is cancelled', () => {
    const cancelled = { ...pro, autoRenew: false, remainTime: 2 * 86_400 + 1 }
    expect(getPlanTime(cancelled)).toEqual({ kind: 'ends', at: pro.expireTime, days: 3 })
    expect(getPlanTime({ ...cancelled, remainTime: 0 })).toMatchObject({ days: 0 })
  })
  it('reports an overdue payment first', () => {
    expect(getPlanTime({ ...pro, userStatus: 'grace', remainTime: 0 })).toEqual({ kind: 'overdue' })
  })
  it('is null on the free plan, also after a paid plan ended', () => {
    expect(getPlanTime({ ...pro, sub_type: 'free', userStatus: 'ended', remainTime: null })).toBeNull()
  })
})
