import { expect, test } from 'vitest'
import { seededRandom } from '../../testing/random.ts'
import { isBelow, isLongOrderKey, isOrderKey, createKeyBetween, createKeysBetween } from './order-keys.ts'

test('a key lies between its neighbours at any position', () => {
  const random = seededRandom(1)
  const keys: string[] = []
  for (let i = 0; i < 3_000; i++) {
    const at = Math.floor(random() * (keys.length + 1))
    const below = keys[at - 1] ?? null
    const above = keys[at] ?? null
    const key = createKeyBetween(below, above, random)
    expect(isOrderKey(key)).toBe(true)
    if (below !== null) expect(key > below).toBe(true)
    if (above !== null) expect(key < above).toBe(true)
    keys.splice(at, 0, key)
  }
})

test('repeatedly adding to the top or bottom does not lengthen keys', () => {
  const random = seededRandom(2)
  let top: string | null = null
  let bottom: string | null = null
  for (let i = 0; i < 5_000; i++) {
    top = createKeyBetween(top, null, random)
    bottom = createKeyBetween(null, bottom, random)
  }
  expect(top?.length).toBe(9)
  expect(bottom?.length).toBe(9)
})

test('repeatedly inserting at one position makes a key that the server shortens', () => {
  const random = seededRandom(3)
  const below = createKeyBetween(null, null, random)
  let above = createKeyBetween(below, null, random)
  for (let i = 0; i < 1_000; i++) above = createKeyBetween(below, above, random)
  expect(isLongOrderKey(above)).toBe(true)
})

test('many keys at once ascend, fit in between and stay short', () => {
  const random = seededRandom(4)
  const below = createKeyBetween(null, null, random)
  const above = createKeyBetween(below, null, random)
  const keys = [below, ...createKeysBetween(below, above, 1_000, random), above]
  expect(keys).toEqual([...new Set(keys)].sort())
  expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(64)
  expect(createKeysBetween(null, null, 3, random).toSorted()).toHaveLength(3)
  expect(createKeysBetween(below, above, 0, random)).toEqual([])
})

test('equal neighbours still give a key above them', () => {
  const key = createKeyBetween('A5', 'A5', seededRandom(5))
  expect(key > 'A5').toBe(true)
})

test('two people inserting at one position get different keys', () => {
  expect(createKeyBetween('A5', 'A6', seededRandom(6))).not.toBe(
    createKeyBetween('A5', 'A6', seededRandom(7)),
  )
})

test('invalid keys are refused', () => {
  for (const bad of ['', 'A0', 'ä', 'a b', '0', 'A'.repeat(257), 5, null]) expect(isOrderKey(bad)).toBe(false)
})

test('siblings with equal keys are ordered by id', () => {
  const rows = [
    { z: 'B', id: 'a' },
    { z: 'A', id: 'c' },
    { z: 'A', id: 'b' },
  ]
  const sorted = rows.toSorted((a, b) => (isBelow(a.id, a.z, b.id, b.z) ? -1 : 1))
  expect(sorted.map((row) => row.id)).toEqual(['b', 'c', 'a'])
})
