import { expect, test } from 'vitest'
import { manualClock } from '../../ports/clock/manual.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import { PresencePace } from './presence-pace.ts'

test('presence is sent less often while the process is busy, and at once again when it is not', () => {
  const clock = manualClock()
  let busy = 0.2
  const pace = new PresencePace(clock, () => busy)
  const measure = (times: number): number[] =>
    Array.from({ length: times }, () => {
      clock.advance(realtimeLimits.paceEvery)
      return pace.ms
    })
  expect(measure(3)).toEqual([0, 0, 0])
  busy = 0.9
  const grown = measure(20)
  expect(grown[0]).toBe(realtimeLimits.paceLeastMs)
  expect(grown).toEqual([...grown].sort((a, b) => a - b))
  expect(grown.at(-1)).toBe(realtimeLimits.paceMostMs)
  // In between it stays, or it would swing.
  busy = (realtimeLimits.paceBusy + realtimeLimits.paceIdle) / 2
  expect(measure(2)).toEqual([realtimeLimits.paceMostMs, realtimeLimits.paceMostMs])
  busy = 0.2
  expect(measure(30).at(-1)).toBe(0)
})

test('the load is measured at intervals, however many rooms ask', () => {
  const clock = manualClock()
  let measurements = 0
  const pace = new PresencePace(clock, () => {
    measurements += 1
    return 1
  })
  clock.advance(realtimeLimits.paceEvery)
  for (let room = 0; room < 100; room += 1) void pace.ms
  expect(measurements).toBe(1)
})
