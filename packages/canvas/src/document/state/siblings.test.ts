import { expect, test } from 'vitest'
import { Siblings } from './siblings.ts'

function createSiblings(): { readonly siblings: Siblings; readonly list: () => readonly string[] } {
  const siblings = new Siblings()
  return { siblings, list: () => siblings.list((id) => ({ id, z: id })) }
}

test.each([5, 50])(
  '%i records are listed in order, without those removed before the list was read',
  (count) => {
    const { siblings, list } = createSiblings()
    const ids = Array.from({ length: count }, (_, i) => `b${String(i).padStart(2, '0')}`)
    for (const id of ids.toReversed()) siblings.add(id)
    siblings.remove('b01')
    siblings.add('later')
    expect(siblings.count).toBe(count)
    expect(list()).toEqual([...ids.filter((id) => id !== 'b01'), 'later'])
    expect(siblings.count).toBe(count)
  },
)

test('a record that moved is listed once', () => {
  const { siblings, list } = createSiblings()
  for (const id of ['a', 'b']) siblings.add(id)
  list()
  siblings.remove('a')
  siblings.add('a')
  siblings.remove('a')
  siblings.add('a')
  expect(list()).toEqual(['a', 'b'])
  expect(siblings.count).toBe(2)
})
