import type { Space } from '@tavla/contract'
import { describe, expect, it } from 'vitest'
import { emptySelection, getAnchorRange, updateSpaces, toggleSpace, addRange } from './selection.ts'

const space = (wid: string, name = wid) => ({ wid, name }) as Space
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((wid) => space(wid)) as [Space, Space, Space, Space]
const wids = (selected: typeof emptySelection) => [...selected.spaces.keys()]

describe('selected boards', () => {
  it('are toggled one by one', () => {
    const both = toggleSpace(toggleSpace(emptySelection, a, 0), c, 2)
    expect(wids(both)).toEqual(['a', 'c'])
    expect(wids(toggleSpace(both, a, 0))).toEqual(['c'])
  })

  it('are extended by a range from the last selected one, up or down, whose start stays', () => {
    const selected = toggleSpace(emptySelection, c, 2)
    expect(getAnchorRange(selected, 0)).toEqual([0, 2])
    const more = addRange(selected, [a, b, c])
    expect(wids(more)).toEqual(['c', 'a', 'b'])
    expect(getAnchorRange(more, 3)).toEqual([2, 3])
  })

  it('start a range at the clicked board if nothing was selected', () => {
    expect(getAnchorRange(emptySelection, 4)).toEqual([4, 4])
  })

  it('are replaced by the current versions, and stay the same object if nothing changed', () => {
    const selected = addRange(emptySelection, [a, d])
    expect(updateSpaces(selected, [a, b])).toBe(selected)
    const renamed = space('d', 'new')
    expect(updateSpaces(selected, [renamed, b]).spaces.get('d')).toBe(renamed)
  })
})
