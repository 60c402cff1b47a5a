import { expect, test } from 'vitest'
import { domRandom } from './dom-random.ts'

test('ids are 16 characters that a URL can hold, and all different', () => {
  const random = domRandom()
  const ids = Array.from({ length: 2_000 }, () => random.id())
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[A-Za-z0-9_-]{16}$/.test(id))).toEqual([])
})
