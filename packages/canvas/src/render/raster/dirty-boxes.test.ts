import { expect, test } from 'vitest'
import { intersects, type Box } from '../../geometry/box.ts'
import { DirtyBoxes } from './dirty-boxes.ts'

const gap: Box = { x: -2_000, y: -2_000, w: 4_000, h: 4_000 }

/** Boxes on a square grid with the given distance, none of them in the gap. */
function around(count: number, distance: number): Box[] {
  const side = Math.ceil(Math.sqrt(count * 2))
  return Array.from({ length: side * side }, (_, i) => {
    const x = ((i % side) - side / 2) * distance
    const y = (Math.floor(i / side) - side / 2) * distance
    return { x, y, w: 40, h: 30 }
  })
    .filter((box) => !intersects(box, { x: -6_000, y: -6_000, w: 12_000, h: 12_000 }))
    .slice(0, count)
}

test.each([
  [2_000, 300],
  [20_000, 200],
  [20_000, 3_000],
])('%i changes that surround a place leave it as it is', (count, distance) => {
  const reported: Box[] = []
  const dirty = new DirtyBoxes((box) => reported.push(box))
  const boxes = around(count, distance)
  for (const box of boxes) dirty.add(box)
  dirty.flush()
  expect(reported.length).toBeLessThanOrEqual(800)
  expect(boxes.every((box) => reported.some((area) => intersects(area, box)))).toBe(true)
  if (distance < 1_000) expect(reported.filter((area) => intersects(area, gap))).toEqual([])
})

test('what was reported is not reported again', () => {
  const reported: Box[] = []
  const dirty = new DirtyBoxes((box) => reported.push(box))
  for (const box of around(1_000, 300)) dirty.add(box)
  dirty.flush()
  reported.length = 0
  dirty.flush()
  expect(reported).toEqual([])
})
