import { expect, it } from 'vitest'
import { getLimitLevel } from './limit-level.ts'

it.each([
  [-1, 5_000, null],
  [5, 3, 'ok'],
  [5, 4, 'near'],
  [5, 5, 'full'],
  [5, 9, 'full'],
  [200, 159, 'ok'],
  [200, 160, 'near'],
  [1, 0, 'ok'],
] as const)('a limit of %i with %i used is %s', (limit, used, level) => {
  expect(getLimitLevel({ limit, used })).toBe(level)
})
