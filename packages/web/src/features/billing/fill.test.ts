import { expect, it } from 'vitest'
import { getFill } from './fill.ts'

it.each([
  [-1, 5_000, null],
  [5, 3, 'roomy'],
  [5, 4, 'near'],
  [5, 5, 'full'],
  [5, 9, 'full'],
  [200, 159, 'roomy'],
  [200, 160, 'near'],
  [1, 0, 'roomy'],
] as const)('of a limit of %i, %i is %s', (limit, used, fill) => {
  expect(getFill({ limit, used })).toBe(fill)
})
