import type { Space } from '@tavla/contract'
import { describe, expect, it } from 'vitest'
import { nothingPicked, rangeTo, refreshed, toggled, withRange } from './picks.ts'

const space = (wid: string, name = wid) => ({ wid, name }) as Space
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((wid) => space(wid)) as [Space, Space, Space, Space]
const wids = (picks: typeof nothingPicked) => [...picks.spaces.keys()]

describe('picked boards', () => {
  it('are picked and let go one by one', () => {
    const both = toggled(toggled(nothingPicked, a, 0), c, 2)
    expect(wids(both)).toEqual(['a', 'c'])
    expect(wids(toggled(both, a, 0))).toEqual(['c'])
  })

  it('grow by a range from the one picked last, up or down, and the range keeps its beginning', () => {
    const picks = toggled(nothingPicked, c, 2)
    expect(rangeTo(picks, 0)).toEqual([0, 2])
    const more = withRange(picks, [a, b, c])
    expect(wids(more)).toEqual(['c', 'a', 'b'])
    expect(rangeTo(more, 3)).toEqual([2, 3])
  })

  it('begin a range at the pressed one when nothing was picked', () => {
    expect(rangeTo(nothingPicked, 4)).toEqual([4, 4])
  })

  it('take what the server says now, and stay the same object when nothing changed', () => {
    const picks = withRange(nothingPicked, [a, d])
    expect(refreshed(picks, [a, b])).toBe(picks)
    const renamed = space('d', 'new')
    expect(refreshed(picks, [renamed, b]).spaces.get('d')).toBe(renamed)
  })
})
