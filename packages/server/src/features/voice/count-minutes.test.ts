import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CountedPerson, countMinutes } from './count-minutes.ts'

const person = (uid: string, more: Partial<CountedPerson> = {}): CountedPerson => ({
  ...{ uid, connected: true, evidenceAt: 10_000, countedAt: 0, ...more },
})
const billed = (people: readonly CountedPerson[], nowMs = 10_000, maxMs = 20_000): number[] =>
  countMinutes(people, nowMs, maxMs).map(({ ms }) => ms)

describe('voice minutes', () => {
  it('count both of two people, but nobody who is alone, has two tabs or is not connected', () => {
    expect(billed([person('ada'), person('bob')])).toEqual([10_000, 10_000])
    expect(billed([person('ada')])).toEqual([0])
    expect(billed([person('ada'), person('ada')])).toEqual([0, 0])
    expect(billed([person('ada'), person('bob', { connected: false })])).toEqual([0, 0])
  })

  it('end at the last evidence, for the one who froze and for the one then alone', () => {
    const frozen = person('bob', { evidenceAt: 4_000 })
    expect(billed([person('ada'), frozen])).toEqual([4_000, 4_000])
    expect(billed([person('ada'), frozen, person('cy')])).toEqual([10_000, 4_000, 10_000])
  })

  it('are not billed afterwards for a gap in the evidence', () => {
    const away = [person('ada', { evidenceAt: 30_000 }), person('bob', { evidenceAt: 4_000 })]
    const counts = countMinutes(away, 30_000, 20_000)
    const back = away.map((each, index) => ({
      ...each,
      evidenceAt: 40_000,
      countedAt: counts[index]?.countedAt ?? 0,
    }))
    expect([counts.map(({ ms }) => ms), billed(back, 40_000)]).toEqual([
      [4_000, 4_000],
      [10_000, 10_000],
    ])
  })

  it('leave out the time alone before somebody joined', () => {
    const alone = person('ada')
    const [counting] = countMinutes([alone], 60_000, 20_000)
    const joined = { evidenceAt: 65_000 }
    expect(
      billed(
        [
          person('ada', { ...joined, countedAt: counting?.countedAt ?? 0 }),
          person('bob', { ...joined, countedAt: 60_000 }),
        ],
        65_000,
      ),
    ).toEqual([5_000, 5_000])
  })

  it('are limited after a suspended machine and a clock that was set back', () => {
    const slept = { evidenceAt: 9_000_000 }
    expect(billed([person('ada', slept), person('bob', slept)], 9_000_000)).toEqual([20_000, 20_000])
    const back = countMinutes(
      [person('ada', { countedAt: 50_000 }), person('bob', { countedAt: 50_000 })],
      10_000,
      20_000,
    )
    expect(back).toEqual([
      { ms: 0, countedAt: 10_000 },
      { ms: 0, countedAt: 10_000 },
    ])
  })

  it('never add up to more than the time that passed, however often they are counted', () => {
    const step = fc.record({
      ms: fc.integer({ min: 0, max: 12_000 }),
      /** Age of each one's last evidence. */
      lag: fc.array(fc.integer({ min: 0, max: 15_000 }), { minLength: 3, maxLength: 3 }),
      connected: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    })
    const isFair = fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
      let now = 0
      const uids = ['ada', 'bob', 'cy']
      let people: CountedPerson[] = uids.map((uid) => person(uid, { evidenceAt: 0 }))
      const sums = [0, 0, 0]
      for (const { ms, lag, connected } of steps) {
        now += ms
        people = people.map((each, index) => ({
          ...each,
          connected: connected[index] ?? true,
          evidenceAt: Math.max(each.evidenceAt, now - (lag[index] ?? 0)),
        }))
        const counts = countMinutes(people, now, 20_000)
        people = people.map((each, index) => ({ ...each, countedAt: counts[index]?.countedAt ?? 0 }))
        for (const [index, counted] of counts.entries()) sums[index] = (sums[index] ?? 0) + counted.ms
      }
      for (const sum of sums) expect(sum).toBeLessThanOrEqual(now)
    })
    fc.assert(isFair, { seed: 3, numRuns: 500 })
  })
})
