import { expect, it } from 'vitest'
import { getPictureDifference, type Pixels } from './picture-difference.ts'

interface Rect {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly color?: readonly [number, number, number]
}

/** A white picture with filled rectangles. */
function draw(...rects: readonly Rect[]): Pixels {
  const [width, height] = [200, 120]
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (const { x, y, w, h, color = [0, 0, 0] } of rects) {
    for (let row = y; row < y + h; row++)
      for (let column = x; column < x + w; column++) data.set(color, (row * width + column) * 4)
  }
  return { width, height, data }
}

const outline = (x: number, y: number, w: number, h: number): readonly Rect[] => [
  { x, y, w, h: 2 },
  { x, y: y + h - 2, w, h: 2 },
  { x, y, w: 2, h },
  { x: x + w - 2, y, w: 2, h },
]
/** Upright strokes, as letters are. */
const text = (x: number, y: number): readonly Rect[] =>
  Array.from({ length: 12 }, (_, i) => ({ x: x + i * 4, y, w: 1, h: 8 }))
const board = [...outline(10, 10, 80, 60), ...outline(110, 10, 80, 60), ...text(24, 36), ...text(124, 36)]

it('is nothing for the same picture, and for two white ones', () => {
  expect(getPictureDifference(draw(...board), draw(...board))).toBe(0)
  expect(getPictureDifference(draw(), draw())).toBe(0)
})

it('is small for what is moved by two pixels', () => {
  const moved = board.map((rect) => ({ ...rect, x: rect.x + 2, y: rect.y + 1 }))
  expect(getPictureDifference(draw(...board), draw(...moved))).toBeLessThan(0.01)
})

it('is nothing for black that became ink', () => {
  const filled = (color: readonly [number, number, number]) =>
    draw(...board, { x: 20, y: 20, w: 40, h: 12, color })
  expect(getPictureDifference(filled([0, 0, 0]), filled([30, 32, 38]))).toBe(0)
})

it('is small for letters of another shape and the same weight', () => {
  const other = Array.from({ length: 6 }, (_, i) => ({ x: 24 + i * 8, y: 36, w: 2, h: 8 }))
  const changed = [...board.slice(0, 8), ...other, ...text(124, 36)]
  expect(getPictureDifference(draw(...board), draw(...changed))).toBeLessThan(0.01)
})

it.each([
  ['a missing box', board.slice(4), 0.25],
  ['a missing text', board.slice(0, -12), 0.08],
  ['a filled box', [{ x: 10, y: 10, w: 80, h: 60 }, ...board.slice(4)], 0.3],
  ['a moved box', [...outline(10, 50, 80, 60), ...board.slice(4)], 0.2],
  ['another order', [...board, { x: 10, y: 10, w: 80, h: 60, color: [250, 240, 180] as const }], 0.2],
])('is large for %s', (_name, changed, least) => {
  expect(getPictureDifference(draw(...board), draw(...changed))).toBeGreaterThan(least)
})

it('is large for another colour of the same lightness', () => {
  const box = { x: 10, y: 10, w: 80, h: 60 }
  const [red, blue] = [draw({ ...box, color: [220, 60, 60] }), draw({ ...box, color: [60, 110, 220] })]
  expect(getPictureDifference(red, blue)).toBeGreaterThan(0.9)
})
