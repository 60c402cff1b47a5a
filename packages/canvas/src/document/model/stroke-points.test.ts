import { expect, test } from 'vitest'
import { seededRandom } from '../../testing/random.ts'
import { MalformedError } from './bytes.ts'
import { decodePiece, decodePieces, encodePiece, storedPoint, type StrokePoint } from './stroke-points.ts'

function scribble(seed: number, count: number): StrokePoint[] {
  const random = seededRandom(seed)
  let x = -300
  let y = 1_000.5
  return Array.from({ length: count }, () => {
    x += (random() - 0.5) * 20
    y += (random() - 0.5) * 20
    return { x, y, pressure: random() }
  })
}

test('points are restored exactly as stored, with and without pressure', () => {
  const points = scribble(1, 500)
  expect(decodePiece(encodePiece(points))).toEqual(points.map(storedPoint))
  const even = points.map((point) => ({ ...point, pressure: 0.5 }))
  expect(decodePiece(encodePiece(even))).toEqual(even.map(storedPoint))
  expect(decodePiece(encodePiece([]))).toEqual([])
})

test('a point takes about four bytes, three without pressure', () => {
  const points = scribble(2, 1_000)
  expect(encodePiece(points).length).toBeLessThan(6_000)
  expect(encodePiece(points.map((point) => ({ ...point, pressure: 0.5 }))).length).toBeLessThan(4_100)
})

test('pieces are decoded independently and joined in order', () => {
  const points = scribble(3, 20)
  const pieces = [encodePiece(points.slice(0, 7)), encodePiece(points.slice(7))]
  expect(decodePieces(pieces)).toEqual(points.map(storedPoint))
})

test('invalid bytes are refused', () => {
  const good = encodePiece(scribble(4, 30))
  const broken = [
    new Uint8Array(),
    good.slice(0, -1),
    new Uint8Array([...good, 0]),
    new Uint8Array([255, 255, 255, 255, 15, 0]),
    new Uint8Array([1, 7, 0, 0, 0]),
    new Uint8Array([1, 0, 0, 0, 254, 7]),
    new Uint8Array([1, 0, 255, 255, 255, 255, 255, 127, 0, 0]),
    new Uint8Array(70_000),
  ]
  for (const bytes of broken) expect(() => decodePiece(bytes)).toThrow(MalformedError)
})

test('a mutated piece is either decoded or refused', () => {
  const random = seededRandom(5)
  const good = encodePiece(scribble(6, 40))
  for (let i = 0; i < 2_000; i++) {
    const mutated = good.slice()
    for (let k = 0; k < 3; k++) mutated[Math.floor(random() * mutated.length)] = Math.floor(random() * 256)
    try {
      for (const point of decodePiece(mutated))
        expect(Number.isFinite(point.x + point.y + point.pressure)).toBe(true)
    } catch (error) {
      expect(error).toBeInstanceOf(MalformedError)
    }
  }
})
