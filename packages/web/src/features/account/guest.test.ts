import { expect, test } from 'vitest'
import { getRegion } from './guest.ts'

test.each([
  ['sv-SE', 'SE'],
  ['zh-Hant-TW', 'TW'],
  ['de', undefined],
  // Systems without a locale; WebKitGTK then names its own language like this.
  ['C', undefined],
  ['c', undefined],
  ['', undefined],
])('the region of %j is %j', (tag, region) => {
  expect(getRegion(tag)).toBe(region)
})
