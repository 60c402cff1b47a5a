import { expect, test } from 'vitest'
import { getBoxAround, getCentre, getApproach } from './move-geometry.ts'

const box = (x: number, y: number) => ({ x, y, w: 100, h: 50 })

test('a short move is shown as it was', () => {
  expect(getApproach(box(0, 0), box(200, 0))).toEqual({ x: 0, y: 0 })
})

test('a long move keeps its direction, and both positions stay visible', () => {
  const [from, to] = [box(0, 0), box(3_000, 4_000)]
  const by = getApproach(from, to)
  const shown = getCentre({ ...from, x: from.x + by.x, y: from.y + by.y })
  const end = getCentre(to)
  expect(Math.hypot(end.x - shown.x, end.y - shown.y)).toBeCloseTo(220)
  expect((end.y - shown.y) / (end.x - shown.x)).toBeCloseTo(4 / 3)
})

test('the box around two boxes contains both', () => {
  expect(getBoxAround(box(0, 0), box(-50, 30))).toEqual({ x: -50, y: 0, w: 150, h: 80 })
})
