import { describe, expect, it } from 'vitest'
import { encodePiece, type StrokePoint } from '../../document/model/stroke-points.ts'
import type { StrokePiece } from '../../document/model/record.ts'
import { getPathBounds } from '../../geometry/path.ts'
import { drawn, getElement, getView } from '../testing/records.ts'
import { pen } from './index.ts'
import { strokeOutline, widthFractions } from './stroke-outline.ts'

const line = (pressure: (i: number) => number): StrokePoint[] =>
  Array.from({ length: 21 }, (_, i) => ({ x: i * 5, y: 0, pressure: pressure(i) }))

/** As drawings take them. */
const flat = (points: readonly StrokePoint[]): Float32Array =>
  Float32Array.from(points.flatMap((p) => [p.x, p.y, p.pressure]))

function getStroke(points: readonly StrokePoint[], over: Readonly<Record<string, unknown>> = {}) {
  const record = getElement('pen', { x: 200, y: 300, w: 100, h: 0, ...over })
  return { record, view: getView([record], new Map([['pen', [encodePiece(points)]]])) }
}

describe('width', () => {
  it('grows with pressure', () => {
    const fractions = widthFractions(flat(line((i) => i / 20)), 8)
    expect(fractions[20]!).toBeGreaterThan(fractions[5]! * 1.5)
  })

  it('stays between 0.35 and 1.65 of the chosen width', () => {
    for (const pressure of [0, 1]) {
      const points = [{ x: 0, y: 0, pressure: 1 - pressure }, ...line(() => pressure)]
      for (const fraction of widthFractions(flat(points), 8)) {
        expect(fraction).toBeGreaterThan(0.349)
        expect(fraction).toBeLessThan(1.651)
      }
    }
  })

  it('decreases slightly where a mouse is fast', () => {
    const slow = widthFractions(flat(line(() => 0.5)), 8)
    const quick = widthFractions(flat(line(() => 0.5).map((p) => ({ ...p, x: p.x * 20 }))), 8)
    expect(quick[15]!).toBeLessThan(slow[15]!)
  })
})

describe('a stroke', () => {
  it('keeps its width where the direction reverses', () => {
    const back = [...line(() => 0.5), ...line(() => 0.5).map((p) => ({ ...p, x: 100 - p.x, y: p.x / 2 }))]
    const { w, x } = getPathBounds(strokeOutline(flat(back), 10))
    expect(x + w).toBeGreaterThan(103)
  })

  it('is drawn within its bounds', () => {
    const { record, view } = getStroke(
      line((i) => i / 20),
      { strokeWidth: 10 },
    )
    const bounds = pen.geometry.bounds(record, view)
    const drawing = getPathBounds(strokeOutline(flat(line((i) => i / 20)), 10))
    expect(drawing.x + 200).toBeGreaterThanOrEqual(bounds.x)
    expect(drawing.x + drawing.w + 200).toBeLessThanOrEqual(bounds.x + bounds.w)
    expect(drawing.h).toBeLessThanOrEqual(bounds.h)
  })

  it('scales with its box and flips', () => {
    const { record, view } = getStroke(
      line(() => 0.5),
      { w: 200, flipX: true },
    )
    const { points } = pen.geometry.outline(record, view)
    expect([points[0]!.x, points.at(-1)!.x]).toEqual([400, 200])
  })

  it('is a dot without movement', () => {
    const { record, view } = getStroke([{ x: 3, y: 3, pressure: 0.5 }], { w: 0 })
    expect(drawn(record, view)).toContain('C')
    expect(pen.geometry.hit(record, { x: 200, y: 300 }, 1, view)).toBe(true)
  })

  it('grows when a piece is added', () => {
    const pieces: StrokePiece[] = [encodePiece(line(() => 0.5))]
    const record = getElement('pen', { x: 0, y: 0, w: 100, h: 0 })
    const before = pen.geometry.outline(record, getView([record], new Map([['pen', pieces]]))).points.length
    const more = [...pieces, encodePiece([{ x: 110, y: 0, pressure: 0.5 }])]
    const after = pen.geometry.outline(record, getView([record], new Map([['pen', more]]))).points.length
    expect([before, after]).toEqual([21, 22])
  })

  it('draws nothing from invalid pieces', () => {
    const record = getElement('pen')
    expect(drawn(record, getView([record], new Map([['pen', [Uint8Array.of(255, 255, 255)]]])))).toBe('')
  })

  it('caches its path while it only moves', () => {
    const { record, view } = getStroke(line(() => 0.5))
    const there = drawn({ ...record, x: 0, y: 0 }, view)
    expect(there).not.toBe(drawn(record, view))
    expect(there.length).toBeLessThan(2500)
  })
})

it('a highlighter is translucent and has a constant width', () => {
  const { record, view } = getStroke(
    [
      { x: 0, y: 0, pressure: 0.1 },
      { x: 100, y: 0, pressure: 1 },
    ],
    { nib: 'highlighter', strokeWidth: 20, stroke: 'yellow' },
  )
  expect(drawn(record, view)).toBe(
    '<path d="M200 300L300 300" fill="none" stroke="#ffd83d" stroke-width="20" stroke-linejoin="round" stroke-linecap="round" stroke-opacity="0.45"/>',
  )
})
