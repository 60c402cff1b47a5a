import { describe, expect, it } from 'vitest'
import { getBarPosition, getOverlap, getPanelPosition } from './bar-position.ts'

const view = { w: 1280, h: 800 }
const margins = { top: 66, right: 8, bottom: 70, left: 8 }
const bar = { w: 360, h: 46 }
const panel = { w: 274, h: 320 }

const meets = (
  a: { x: number; y: number; w: number; h: number },
  b: { x: number; y: number; w: number; h: number },
) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

/** Selections of every size, anywhere in the view and beyond its edges. */
const selections = [60, 200, 420].flatMap((size) =>
  [-40, 120, 500, 900, 1200].flatMap((x) =>
    [-20, 90, 300, 520, 700].map((y) => ({ x, y, w: size, h: size * 0.7 })),
  ),
)

describe('the properties bar', () => {
  it('is above the selection, with space for its handles', () => {
    expect(getBarPosition({ x: 400, y: 300, w: 200, h: 120 }, bar, view, margins)).toEqual({ x: 320, y: 220 })
  })

  it('moves below if there is no space above, and to the side if there is none below', () => {
    expect(getBarPosition({ x: 400, y: 80, w: 200, h: 120 }, bar, view, margins).y).toBe(234)
    const tall = { x: 500, y: 70, w: 200, h: 660 }
    expect(getBarPosition(tall, bar, view, margins).x).toBe(734)
  })

  it('stays in the view and next to every selection that leaves space', () => {
    for (const selection of selections) {
      const at = getBarPosition(selection, bar, view, margins)
      expect(at.x).toBeGreaterThanOrEqual(margins.left)
      expect(at.y).toBeGreaterThanOrEqual(margins.top)
      expect(at.x + bar.w).toBeLessThanOrEqual(view.w - margins.right)
      expect(at.y + bar.h).toBeLessThanOrEqual(view.h - margins.bottom)
      expect(meets({ ...at, ...bar }, selection)).toBe(false)
    }
  })

  it('covers another element only where it would cover more on every other side', () => {
    const selection = { x: 400, y: 300, w: 200, h: 120 }
    const above = { x: 300, y: 200, w: 400, h: 80 }
    const below = { x: 300, y: 440, w: 60, h: 80 }
    const right = { x: 620, y: 300, w: 400, h: 120 }
    const left = { x: 0, y: 300, w: 390, h: 120 }
    const place = (...others: (typeof selection)[]) => {
      const getCovered = (box: typeof selection) =>
        others.reduce((sum, other) => sum + getOverlap(box, other), 0)
      return getBarPosition(selection, bar, view, margins, getCovered)
    }
    expect(place(below).y).toBe(220)
    expect(place(above).y).toBe(454)
    expect(place(above, below).x).toBe(634)
    expect(place(above, below, right, left).y).toBe(454)
  })

  it('stays at an edge if the selection fills the view', () => {
    const at = getBarPosition({ x: -500, y: -500, w: 3000, h: 3000 }, bar, view, margins)
    expect(at.y).toBe(margins.top)
  })
})

describe('a panel', () => {
  const edges = { top: 8, right: 8, bottom: 8, left: 8 }

  it('covers neither the selection nor the bar', () => {
    for (const selection of selections) {
      const placedBar = { ...getBarPosition(selection, bar, view, margins), ...bar }
      const at = { ...getPanelPosition(selection, placedBar, panel, view, edges), ...panel }
      expect(meets(at, placedBar), JSON.stringify(selection)).toBe(false)
      expect(meets(at, selection), JSON.stringify(selection)).toBe(false)
    }
  })

  it('keeps its distance from the bars at the edges of the view', () => {
    const bars = { top: 66, right: 8, bottom: 66, left: 8 }
    for (const selection of [
      { x: 180, y: 300, w: 120, h: 90 },
      { x: 180, y: 640, w: 120, h: 40 },
    ]) {
      const placedBar = { ...getBarPosition(selection, bar, view, margins), ...bar }
      const at = getPanelPosition(selection, placedBar, panel, view, bars)
      expect(at.y).toBeGreaterThanOrEqual(bars.top)
      expect(at.y + panel.h).toBeLessThanOrEqual(view.h - bars.bottom)
    }
  })

  it('covers as little as possible if the selection leaves no space, and stays in the view', () => {
    const selection = { x: 0, y: 0, w: 1280, h: 800 }
    const placedBar = { ...getBarPosition(selection, bar, view, margins), ...bar }
    const at = getPanelPosition(selection, placedBar, panel, view, edges)
    expect(at.x).toBeGreaterThanOrEqual(8)
    expect(at.x + panel.w).toBeLessThanOrEqual(1272)
    expect(meets({ ...at, ...panel }, placedBar)).toBe(false)
  })
})
