import { expect, test } from 'vitest'
import { createPixelFilter, getMapBox, getMinimapLayout, getPagePoint } from './minimap-layout.ts'

const size = { width: 200, height: 100 }

test('the map shows the contents and the view, in its own proportions', () => {
  const layout = getMinimapLayout(
    { x: 0, y: 0, w: 1_000, h: 1_000 },
    { x: 900, y: 400, w: 600, h: 400 },
    size,
  )
  expect(layout.area.w / layout.area.h).toBeCloseTo(2)
  for (const box of [
    { x: 0, y: 0, w: 1_000, h: 1_000 },
    { x: 900, y: 400, w: 600, h: 400 },
  ]) {
    const shown = getMapBox(layout, box)
    expect(shown.x).toBeGreaterThanOrEqual(0)
    expect(shown.y).toBeGreaterThanOrEqual(0)
    expect(shown.x + shown.w).toBeLessThanOrEqual(size.width)
    expect(shown.y + shown.h).toBeLessThanOrEqual(size.height)
  }
})

test('an empty page shows the view alone', () => {
  const view = { x: -500, y: -250, w: 1_000, h: 500 }
  const layout = getMinimapLayout(undefined, view, size)
  const { x, y, w, h } = getMapBox(layout, view)
  expect(x + w / 2).toBeCloseTo(100)
  expect(y + h / 2).toBeCloseTo(50)
})

test('a point of the map is where its box is drawn', () => {
  const layout = getMinimapLayout({ x: 100, y: 200, w: 3_000, h: 500 }, { x: 0, y: 0, w: 800, h: 600 }, size)
  const box = getMapBox(layout, { x: 1_234, y: 321, w: 10, h: 10 })
  const point = getPagePoint(layout, box.x, box.y)
  expect(point.x).toBeCloseTo(1_234)
  expect(point.y).toBeCloseTo(321)
})

test('of many small elements in one pixel only the first is drawn', () => {
  const isNew = createPixelFilter(size)
  const dot = { x: 10.2, y: 10.4, w: 1, h: 1 }
  expect([isNew(dot), isNew({ ...dot, x: 10.7 }), isNew({ ...dot, x: 11.1 })]).toEqual([true, false, true])
  expect(isNew({ ...dot, w: 30 })).toBe(true)
})
