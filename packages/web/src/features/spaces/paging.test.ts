import { expect, it } from 'vitest'
import { listPages } from './paging.ts'

it('lists the pages of 60 spaces that a range overlaps', () => {
  expect(listPages({ first: 0, end: 60 })).toEqual([0])
  expect(listPages({ first: 59, end: 121 })).toEqual([0, 1, 2])
  expect(listPages({ first: 60, end: 61 })).toEqual([1])
  expect(listPages({ first: 0, end: 0 })).toEqual([])
})
