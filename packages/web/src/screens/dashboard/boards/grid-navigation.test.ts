import { describe, expect, it } from 'vitest'
import { getNextIndex } from './grid-navigation.ts'

// Three rows: 0 1 2 3 | 4 5 6 7 | 8 9
const grid = { count: 10, columns: 4, rows: 2 }
const steps = (key: string, indices: readonly number[]) =>
  indices.map((index) => getNextIndex(key, { ...grid, index }))

describe('keyboard navigation in the grid', () => {
  it.each([
    ['ArrowRight', [0, 3, 9], [1, 4, 9]],
    ['ArrowLeft', [0, 4, 9], [0, 3, 8]],
    ['ArrowDown', [0, 4, 5, 6, 9], [4, 8, 9, 9, 9]],
    ['ArrowUp', [0, 5, 9], [0, 1, 5]],
    ['PageDown', [1, 2, 8], [9, 9, 8]],
    ['PageUp', [9, 5], [1, 1]],
    ['Home', [7], [0]],
    ['End', [7], [9]],
  ] as const)('%s', (key, from, to) => expect(steps(key, from)).toEqual(to))

  it('ignores other keys, and left and right in a list', () => {
    expect(steps('a', [3])).toEqual([null])
    expect(getNextIndex('ArrowRight', { index: 1, count: 5, columns: 1, rows: 8 })).toBeNull()
    expect(getNextIndex('ArrowDown', { index: 1, count: 5, columns: 1, rows: 8 })).toBe(2)
  })
})
