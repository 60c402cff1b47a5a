import type { Entry } from '@tavla/canvas/model'
import { expect, test } from 'vitest'
import { getDifference } from './difference.ts'

const entry = (id: string, fields: object = {}): Entry => ({
  record: { id, kind: 'rect', parent: 'page', z: 'a', x: 0, y: 0, w: 9, h: 9, by: 'ada', made: 1, ...fields },
  clock: {},
  pieces: [],
  open: false,
})

test('elements that only moved differ by position, in any order', () => {
  const before = [entry('a'), entry('b')]
  expect(getDifference(before, [entry('b'), entry('a', { y: 5 })])).toBe('moved')
  expect(getDifference(before, [entry('a', { parent: 'frame', x: 3 }), entry('b')])).toBe('moved')
})

test('a different style, size or text is another difference, also if the element moved', () => {
  for (const fields of [{ w: 20 }, { fill: 'red' }, { x: 5, fill: 'red' }, { text: { type: 'doc' } }])
    expect(getDifference([entry('a')], [entry('a', fields)])).toBe('other')
  expect(getDifference([], [entry('a')])).toBe('other')
  expect(getDifference([entry('b')], [entry('a')])).toBe('other')
})

test('order and locks are not visible in an image', () => {
  expect(getDifference([entry('a')], [entry('a', { z: 'b', lock: 'admin' })])).toBe('none')
})
