import { expect, test } from 'vitest'
import { getAdvice, isSlow } from './advice.ts'

const small = { elements: 100, connectors: 5, points: 0, images: 2, megapixels: 8 }
const fast = { longFrames: 3, longestFrameMs: 80, longestInputDelayMs: 40 }
const slow = { longFrames: 90, longestFrameMs: 900, longestInputDelayMs: 40 }

test('a page that responds at once is not slow, one with many long frames or late inputs is', () => {
  expect(isSlow(fast)).toBe(false)
  expect(isSlow(slow)).toBe(true)
  expect(isSlow({ ...fast, longestInputDelayMs: 250 })).toBe(true)
  expect(isSlow({ longFrames: null, longestFrameMs: null, longestInputDelayMs: null })).toBe(false)
})

test('advice names what the page has much of, and the device only if it has not', () => {
  expect(getAdvice(small, fast)).toEqual([])
  expect(getAdvice(small, slow)).toEqual(['device'])
  expect(getAdvice({ ...small, elements: 30_000, points: 900_000 }, slow)).toEqual(['elements', 'points'])
  expect(getAdvice({ ...small, megapixels: 2_000 }, fast)).toEqual(['images'])
})
