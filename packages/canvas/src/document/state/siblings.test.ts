import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBelow, type Ordered } from '../model/order-keys.ts'
import { Siblings } from './siblings.ts'

const ordered = (id: string): Ordered => ({ id, z: id })

test.each([5, 50])(
  '%i records are listed in order, without those removed before the list was read',
  (count) => {
    const siblings = new Siblings()
    const ids = Array.from({ length: count }, (_, i) => `b${String(i).padStart(2, '0')}`)
    for (const id of ids.toReversed()) siblings.add(ordered(id))
    siblings.remove('b01')
    siblings.add(ordered('later'))
    expect(siblings.count).toBe(count)
    expect(siblings.list()).toEqual([...ids.filter((id) => id !== 'b01'), 'later'])
    expect(siblings.count).toBe(count)
  },
)

test('a record that moved is listed once', () => {
  const siblings = new Siblings()
  for (const id of ['a', 'b']) siblings.add(ordered(id))
  siblings.list()
  siblings.remove('a')
  siblings.add(ordered('a'))
  siblings.remove('a')
  siblings.add(ordered('a'))
  expect(siblings.list()).toEqual(['a', 'b'])
  expect(siblings.count).toBe(2)
})

test('any changes leave the records in the order of their keys, equal keys by id', () => {
  const key = fc.constantFrom('A', 'B', 'BV', 'C', 'CV', 'D')
  const change = fc.record({ id: fc.nat(60).map(String), z: key, pause: fc.nat(25) })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 300, size: 'max' }), (changes) => {
      const siblings = new Siblings()
      const model = new Map<string, string>()
      for (const { id, z, pause } of changes) {
        if (model.delete(id)) siblings.remove(id)
        else {
          model.set(id, z)
          siblings.add({ id, z })
        }
        if (pause === 0) siblings.list()
      }
      const expected = [...model].sort(([id, z], [other, otherZ]) => (isBelow(id, z, other, otherZ) ? -1 : 1))
      expect(siblings.list()).toEqual(expected.map(([id]) => id))
      expect(siblings.count).toBe(model.size)
    }),
  )
})
