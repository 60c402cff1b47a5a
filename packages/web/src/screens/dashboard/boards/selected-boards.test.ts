import type { Space } from '@tavla/contract'
import { describe, expect, it } from 'vitest'
import { nothingSelected, rangeTo, refreshed, toggled, withRange } from './selected-boards.ts'

const space = (wid: string, name = wid) => ({ wid, name }) as Space
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((wid) => space(wid)) as [Space, Space, Space, Space]
const wids = (selected: typeof nothingSelected) => [...selected.spaces.keys()]

describe('picked boards', () => {
  it('are picked and let go one by one', () => {
    const both = toggled(toggled(nothingSelected, a, 0), c, 2)
    expect(wids(both)).toEqual(['a', 'c'])
    expect(wids(toggled(both, a, 0))).toEqual(['c'])
  })

  it('grow by a range from the one picked last, up or down, and the range keeps its beginning', () => {
    const selected = toggled(nothingSelected, c, 2)
    expect(rangeTo(selected, 0)).toEqual([0, 2])
    const more = withRange(selected, [a, b, c])
    expect(wids(more)).toEqual(['c', 'a', 'b'])
    expect(rangeTo(more, 3)).toEqual([2, 3])
  })

  it('begin a range at the pressed one when nothing was picked', () => {
    expect(rangeTo(nothingSelected, 4)).toEqual([4, 4])
  })

  it('take what the server says now, and stay the same object when nothing changed', () => {
    const selected = withRange(nothingSelected, [a, d])
    expect(refreshed(selected, [a, b])).toBe(selected)
    const renamed = space('d', 'new')
    expect(refreshed(selected, [renamed, b]).spaces.get('d')).toBe(renamed)
  })
})
