import { expect, it } from 'vitest'
import { getPages } from './paging.ts'

it('asks for the pages that a span touches, 60 places each', () => {
  expect(getPages({ first: 0, end: 60 })).toEqual([0])
  expect(getPages({ first: 59, end: 121 })).toEqual([0, 1, 2])
  expect(getPages({ first: 60, end: 61 })).toEqual([1])
  expect(getPages({ first: 0, end: 0 })).toEqual([])
})
