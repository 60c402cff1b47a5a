import { describe, expect, it } from 'vitest'
import { cardsIn, heightOf, linesIn, placeOf, spanOf } from './windowing.ts'

const lie = { columns: 4, width: 100, height: 90, gap: 10 }

describe('the part of a long list that is drawn', () => {
  it('has as many columns as fit, and cards fill the width', () => {
    for (const width of [320, 358, 599, 600, 760, 1036, 1100, 1900]) {
      const { columns, width: card, gap } = cardsIn(width)
      expect(columns * card + (columns - 1) * gap).toBeCloseTo(width)
    }
    expect([358, 760, 1036].map((width) => cardsIn(width).columns)).toEqual([2, 2, 4])
  })

  it('is what is seen and some rows around it, never more than there is', () => {
    const seen = { from: 1000, to: 1500 }
    expect(spanOf(2000, lie, seen, 0)).toEqual({ first: 40, end: 64 })
    expect(spanOf(2000, lie, seen, 2)).toEqual({ first: 32, end: 72 })
    expect(spanOf(2000, lie, { from: -400, to: 100 }, 1)).toEqual({ first: 0, end: 12 })
    expect(spanOf(10, lie, { from: 0, to: 5000 }, 3)).toEqual({ first: 0, end: 10 })
    expect(spanOf(0, lie, { from: 0, to: 5000 }, 3)).toEqual({ first: 0, end: 0 })
  })

  it('keeps its last row when the list lies above the window', () => {
    expect(spanOf(10, lie, { from: 9000, to: 9500 }, 0)).toEqual({ first: 8, end: 10 })
  })

  it('lies row by row without a gap below the last one', () => {
    expect(heightOf(0, lie)).toBe(0)
    expect(heightOf(5, lie)).toBe(190)
    expect(placeOf(5, lie)).toEqual({ left: 110, top: 100 })
    expect(placeOf(3, linesIn(500))).toEqual({ left: 0, top: 204 })
  })
})
