import { describe, expect, it } from 'vitest'
import { levelInZoom, nextLevel, overviewLevels, viewsBelow } from './levels.ts'

describe('tile levels', () => {
  it('keep the current scale for half an octave, then change by powers of two', () => {
    expect([1.2, 0.9, 0.66, 0.6, 0.4, 0.3, 0.05].map((scale) => levelInZoom(scale, 0.9))).toEqual([
      0.9, 0.9, 0.9, 0.5, 0.5, 0.25, 0.0625,
    ])
  })

  it('are predictable: the next one is what a zoom beyond this one requests', () => {
    for (const level of [1, 0.9, 0.72, 0.5, 0.3]) {
      const just = 2 ** 0.501
      expect(nextLevel(level, false)).toBe(levelInZoom(level / just, level))
      expect(nextLevel(level, true)).toBe(levelInZoom(level * just, level))
    }
  })

  it('cover a fitted page in few tiles, at every scale', () => {
    const levels = overviewLevels({ x: 0, y: 0, w: 31_000, h: 22_000 })
    expect(levels).toEqual([1 / 128, 1 / 64, 1 / 32, 1 / 16])
    expect(overviewLevels({ x: 5, y: 5, w: 100, h: 50 })).toEqual([1])
    expect(overviewLevels(undefined)).toEqual([])
  })

  it('descend from the view to the whole page, each with what its zoom will show', () => {
    const view = { scale: 1, left: 1000, top: 500, width: 1280, height: 800 }
    const below = viewsBelow(view, 1 / 16)
    expect(below.map(({ scale }) => scale)).toEqual([0.5, 0.25, 0.125])
    for (const { scale, left, width } of below) {
      expect((left + width / 2) / scale).toBeCloseTo(1640, -1)
      expect(width).toBeCloseTo(1280 * Math.SQRT2, -1)
    }
  })
})
