import { expect, test } from 'vitest'
import { getMovedKey } from './page-order.ts'

const keys = new Map([
  ['first', 'a0'],
  ['second', 'a1'],
  ['third', 'a2'],
])
const document = {
  childIds: () => [...keys.keys()],
  get: (id: string) => ({ id, kind: 'page', parent: null, z: keys.get(id) ?? '', by: '', made: 0 }),
}
const moved = (id: string, step: -1 | 1) => getMovedKey(document, id, step, () => 0.5)

test('a page moves between its new neighbours', () => {
  const up = moved('third', -1)
  expect(up !== undefined && up > 'a0' && up < 'a1').toBe(true)
  const down = moved('first', 1)
  expect(down !== undefined && down > 'a1' && down < 'a2').toBe(true)
})

test('a page can become the first and the last', () => {
  expect((moved('second', -1) ?? 'z') < 'a0').toBe(true)
  expect((moved('second', 1) ?? '') > 'a2').toBe(true)
})

test('a page cannot move beyond the ends', () => {
  expect([moved('first', -1), moved('third', 1), moved('unknown', 1)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
