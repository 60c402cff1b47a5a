import { expect, it } from 'vitest'
import { knownTimeZone, localDay, nextDigest } from './digest-time.ts'

const at = (time: string) => Date.parse(time)

it.each([
  ['2026-01-05T12:00:00Z', 'UTC', '2026-01-06T08:00:00.000Z'],
  ['2026-01-05T07:59:59Z', 'UTC', '2026-01-05T08:00:00.000Z'],
  ['2026-01-05T08:00:00Z', 'UTC', '2026-01-06T08:00:00.000Z'],
  ['2026-01-05T12:00:00Z', 'Asia/Tokyo', '2026-01-05T23:00:00.000Z'],
  ['2026-01-05T12:00:00Z', 'America/Los_Angeles', '2026-01-05T16:00:00.000Z'],
  ['2026-01-05T12:00:00Z', 'Asia/Kathmandu', '2026-01-06T02:15:00.000Z'],
  // Clocks are put forward in the night between, and back.
  ['2026-03-28T12:00:00Z', 'Europe/Stockholm', '2026-03-29T06:00:00.000Z'],
  ['2026-10-24T12:00:00Z', 'Europe/Stockholm', '2026-10-25T07:00:00.000Z'],
])('after %s the daily email in %s is due at %s', (now, zone, due) => {
  expect(new Date(nextDigest(at(now), zone)).toISOString()).toBe(due)
})

it('uses the time zone, and UTC for unknown ones', () => {
  expect(localDay(at('2026-01-05T23:30:00Z'), 'Asia/Tokyo')).toBe('2026-01-06')
  expect(localDay(at('2026-01-05T23:30:00Z'), 'America/New_York')).toBe('2026-01-05')
  expect(['Mars/Olympus', '', null, 7, 'Europe/Berlin'].map(knownTimeZone)).toEqual([
    'UTC',
    'UTC',
    'UTC',
    'UTC',
    'Europe/Berlin',
  ])
})
