import { describe, expect, it } from 'vitest'
import { getCardLayout, getHeight, getListLayout, getPosition, getVisibleRange } from './grid-layout.ts'

const gridLayout = { columns: 4, width: 100, height: 90, gap: 10 }

describe('virtualized list layout', () => {
  it('has as many columns as fit, and the cards fill the width', () => {
    for (const width of [320, 358, 599, 600, 760, 1036, 1100, 1900]) {
      const { columns, width: card, gap } = getCardLayout(width)
      expect(columns * card + (columns - 1) * gap).toBeCloseTo(width)
    }
    expect([358, 760, 1036].map((width) => getCardLayout(width).columns)).toEqual([2, 2, 4])
  })

  it('has larger cards and rows for larger text', () => {
    expect(getCardLayout(1036, 0, 2).columns).toBe(3)
    expect(getListLayout(1036, 44, 2).height).toBe(208)
    const [card, large] = [getCardLayout(500), getCardLayout(500, 0, 2)]
    expect(large.height - (large.width * 10) / 16).toBeCloseTo(2 * (card.height - (card.width * 10) / 16), -1)
  })

  it('renders the visible rows and some around them, at most all', () => {
    const seen = { from: 1000, to: 1500 }
    expect(getVisibleRange(2000, gridLayout, seen, 0)).toEqual({ first: 40, end: 64 })
    expect(getVisibleRange(2000, gridLayout, seen, 2)).toEqual({ first: 32, end: 72 })
    expect(getVisibleRange(2000, gridLayout, { from: -400, to: 100 }, 1)).toEqual({ first: 0, end: 12 })
    expect(getVisibleRange(10, gridLayout, { from: 0, to: 5000 }, 3)).toEqual({ first: 0, end: 10 })
    expect(getVisibleRange(0, gridLayout, { from: 0, to: 5000 }, 3)).toEqual({ first: 0, end: 0 })
  })

  it('renders the last row when the list is above the viewport', () => {
    expect(getVisibleRange(10, gridLayout, { from: 9000, to: 9500 }, 0)).toEqual({ first: 8, end: 10 })
  })

  it('places cards row by row, without a gap below the last row', () => {
    expect(getHeight(0, gridLayout)).toBe(0)
    expect(getHeight(5, gridLayout)).toBe(190)
    expect(getPosition(5, gridLayout)).toEqual({ left: 110, top: 100 })
    expect(getPosition(3, getListLayout(500))).toEqual({ left: 0, top: 204 })
  })
})
