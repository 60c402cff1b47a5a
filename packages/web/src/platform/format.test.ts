import { describe, expect, it } from 'vitest'
import { truncateText, formatTimeAgo } from './format.ts'

describe('relative times', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')

  it.each([
    ['2026-11-21T11:59:30Z', 'now'],
    ['2026-11-21T11:55:00Z', '5 minutes ago'],
    ['2026-11-21T09:00:00Z', '3 hours ago'],
    ['2026-11-20T11:00:00Z', 'yesterday'],
    ['2026-11-01T12:00:00Z', '3 weeks ago'],
    ['2025-06-01T12:00:00Z', 'last year'],
    ['2026-11-28T12:00:00Z', 'next week'],
  ])('%s is %s', (time, expected) => {
    expect(formatTimeAgo(time, now, 'en')).toBe(expected)
  })

  it('are translated, also in short form', () => {
    expect(formatTimeAgo('2026-11-21T11:37:00Z', now, 'en', 'short')).toBe('23 min. ago')
    expect(formatTimeAgo('2026-11-21T09:00:00Z', now, 'sv')).toBe('för 3 timmar sedan')
  })
})

it('texts are truncated to the length that the server counts, never within a character', () => {
  expect(truncateText('Copy of a board', 7)).toBe('Copy of')
  expect(truncateText('ab🎨', 3)).toBe('ab')
  expect(truncateText('ab🎨', 4)).toBe('ab🎨')
})
