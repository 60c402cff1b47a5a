import { describe, expect, it } from 'vitest'
import { encodePiece, type StrokePoint } from '../../document/model/stroke-points.ts'
import type { StrokePiece } from '../../document/model/record.ts'
import { getPathBounds, replayPath } from '../../geometry/path.ts'
import { distanceToLine } from '../../geometry/polygon.ts'
import type { Vec } from '../../geometry/vec.ts'
import { seededRandom } from '../../testing/random.ts'
import { drawn, getElement, getView } from '../testing/records.ts'
import { pen } from './index.ts'
import { strokeOutline, strokeSketch, widthFractions } from './stroke-outline.ts'

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

describe('a sketch for small scales', () => {
  const curve = (count: number, at: (share: number) => Vec): StrokePoint[] =>
    Array.from({ length: count }, (_, i) => ({ ...at(i / (count - 1)), pressure: 0.5 }))
  const sketch = (points: readonly StrokePoint[], tolerance: number): Vec[] => {
    const corners: Vec[] = []
    const add = (x: number, y: number): void => void corners.push({ x, y })
    const noCurve = (): never => expect.unreachable('a sketch has no curves')
    replayPath(strokeSketch(flat(points), tolerance), {
      moveTo: add,
      lineTo: add,
      quadraticCurveTo: noCurve,
      bezierCurveTo: noCurve,
      closePath: noCurve,
    })
    return corners
  }
  const random = seededRandom(3)
  const strokes: Readonly<Record<string, StrokePoint[]>> = {
    'a wave drawn fast': curve(40, (t) => ({ x: t * 600, y: 30 * Math.sin(t * 13) })),
    'a spiral': curve(400, (t) => ({ x: t * 80 * Math.cos(t * 40), y: t * 80 * Math.sin(t * 40) })),
    'back and forth on one line': curve(60, (t) => ({ x: 50 * Math.sin(t * 20), y: 0 })),
    'a scribble': curve(300, () => ({ x: random() * 90, y: random() * 90 })),
    'hesitation at a corner': [
      ...curve(20, (t) => ({ x: t * 100, y: 0 })),
      ...curve(30, (t) => ({ x: 100 + 0.2 * Math.sin(t * 50), y: 0.2 * Math.cos(t * 50) })),
      ...curve(20, (t) => ({ x: 100, y: t * 100 })),
    ],
  }

  it.each(Object.keys(strokes))('of %s is near all of its points', (name) => {
    const points = strokes[name]!
    for (const tolerance of [1.1, 4]) {
      const corners = sketch(points, tolerance)
      const farthest = Math.max(...points.map((point) => distanceToLine(point, corners)))
      expect(farthest).toBeLessThanOrEqual(tolerance + 0.01)
      expect(corners[0]!.x).toBeCloseTo(points[0]!.x, 3)
      expect(corners.at(-1)!.y).toBeCloseTo(points.at(-1)!.y, 3)
    }
  })

  it('leaves out what makes no difference', () => {
    expect(
      sketch(
        line(() => 0.5),
        1.1,
      ),
    ).toHaveLength(2)
    expect(sketch(strokes['a spiral']!, 1.1).length).toBeLessThan(150)
  })

  it('of a dot is a dot', () => {
    expect(sketch([{ x: 3, y: 4, pressure: 0.5 }], 1.1)).toHaveLength(2)
    expect(sketch([], 1.1)).toEqual([])
  })
})
