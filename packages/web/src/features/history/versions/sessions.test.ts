import { ActivityPeriod } from '@tavla/contract'
import { expect, it } from 'vitest'
import { getSessions } from './sessions.ts'

const at = (day: number, minute: number) => new Date(Date.UTC(2026, 10, day, 9, minute)).toISOString()
const period = (uid: string, from: string, to: string, first: number, last: number) =>
  ActivityPeriod.parse({ uid, from, to, first, last, edits: last - first + 1 })
const periods = [
  period('ann', at(1, 0), at(1, 5), 1, 4),
  period('bob', at(1, 20), at(1, 40), 5, 14),
  period('ann', at(1, 75), at(1, 75), 15, 15),
  period('ann', at(2, 0), at(2, 1), 16, 17),
]
const getDay = (time: number) => new Date(time).toISOString().slice(0, 10)
const short = (filter: { uid: string | null; since: number | null }) =>
  getSessions(periods, filter, getDay).map(({ first, last, edits, uids }) => [
    first,
    last,
    edits,
    uids.join(),
  ])

it('groups what people did without a long pause, newest first', () => {
  expect(short({ uid: null, since: null })).toEqual([
    [16, 17, 2, 'ann'],
    [15, 15, 1, 'ann'],
    [1, 14, 14, 'bob,ann'],
  ])
})

it('filters by person and by age', () => {
  expect(short({ uid: 'bob', since: null })).toEqual([[5, 14, 10, 'bob']])
  expect(short({ uid: null, since: Date.parse(at(1, 60)) }).map(([first]) => first)).toEqual([16, 15])
})

it('splits sessions at midnight', () => {
  const night = [
    period('ann', '2026-11-01T23:50:00.000Z', '2026-11-01T23:59:00.000Z', 1, 2),
    period('ann', '2026-11-02T00:01:00.000Z', '2026-11-02T00:02:00.000Z', 3, 4),
  ]
  expect(getSessions(night, { uid: null, since: null }, getDay).map(({ last }) => last)).toEqual([4, 2])
})
