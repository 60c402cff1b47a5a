import type { Space } from '@tavla/contract'
import { describe, expect, it } from 'vitest'
import { emptySelection, getRangeTo, withFresh, withToggled, withRange } from './selection.ts'

const space = (wid: string, name = wid) => ({ wid, name }) as Space
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((wid) => space(wid)) as [Space, Space, Space, Space]
const wids = (selected: typeof emptySelection) => [...selected.spaces.keys()]

describe('selected boards', () => {
  it('are toggled one by one', () => {
    const both = withToggled(withToggled(emptySelection, a, 0), c, 2)
    expect(wids(both)).toEqual(['a', 'c'])
    expect(wids(withToggled(both, a, 0))).toEqual(['c'])
  })

  it('are extended by a range from the last selected one, up or down, whose start stays', () => {
    const selected = withToggled(emptySelection, c, 2)
    expect(getRangeTo(selected, 0)).toEqual([0, 2])
    const more = withRange(selected, [a, b, c])
    expect(wids(more)).toEqual(['c', 'a', 'b'])
    expect(getRangeTo(more, 3)).toEqual([2, 3])
  })

  it('start a range at the clicked board if nothing was selected', () => {
    expect(getRangeTo(emptySelection, 4)).toEqual([4, 4])
  })

  it('are replaced by the current versions, and stay the same object if nothing changed', () => {
    const selected = withRange(emptySelection, [a, d])
    expect(withFresh(selected, [a, b])).toBe(selected)
    const renamed = space('d', 'new')
    expect(withFresh(selected, [renamed, b]).spaces.get('d')).toBe(renamed)
  })
})
