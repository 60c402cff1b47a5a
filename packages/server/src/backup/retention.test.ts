import { expect, test } from 'vitest'
import { listExpired } from './retention.ts'

const at = (day: string): { readonly name: string; readonly at: number } => ({
  name: day,
  at: Date.parse(day),
})
/** Three a day for sixty days; the last one is on a Monday. */
const backups = Array.from({ length: 180 }, (_, index) => {
  const time = Date.parse('2026-11-23T20:00:00Z') - index * 8 * 3_600_000
  return { name: new Date(time).toISOString(), at: time }
})

const later = Date.parse('2027-01-01T00:00:00Z')

const keep = (daily: number, weekly: number): readonly string[] => {
  const expired = new Set(listExpired(backups, { daily, weekly }, later))
  return backups.map(({ name }) => name).filter((name) => !expired.has(name))
}

test('the newest backup of each of the last days and weeks stays', () => {
  expect(keep(3, 2)).toEqual([
    '2026-11-23T20:00:00.000Z',
    '2026-11-22T20:00:00.000Z',
    '2026-11-21T20:00:00.000Z',
  ])
  expect(keep(1, 3)).toEqual([
    '2026-11-23T20:00:00.000Z',
    '2026-11-22T20:00:00.000Z',
    '2026-11-15T20:00:00.000Z',
  ])
})

test('days without a backup do not count, and the newest always stays', () => {
  const rare = [at('2026-01-01T00:00:00Z'), at('2026-03-01T00:00:00Z'), at('2026-09-01T00:00:00Z')]
  expect(listExpired(rare, { daily: 2, weekly: 0 }, later)).toEqual(['2026-01-01T00:00:00Z'])
  expect(listExpired(rare, { daily: 0, weekly: 0 }, later)).toEqual([
    '2026-03-01T00:00:00Z',
    '2026-01-01T00:00:00Z',
  ])
  expect(listExpired([], { daily: 1, weekly: 1 }, later)).toEqual([])
})

test('what is less than a day old stays, however many there are', () => {
  const now = Date.parse('2026-11-23T20:00:00Z')
  const expired = listExpired(backups, { daily: 1, weekly: 0 }, now)
  expect(backups.slice(0, 3).some(({ name }) => expired.includes(name))).toBe(false)
  expect(expired).toHaveLength(backups.length - 3)
})
