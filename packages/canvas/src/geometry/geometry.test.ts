import { describe, expect, it } from 'vitest'
import {
  getRotatedBounds,
  getPointBounds,
  getCorners,
  inflate,
  intersects,
  getOverlap,
  toPage,
  toUpright,
  unionOfAll,
} from './box.ts'
import { flattenCubic, pointOnCubic, smoothThrough, splitCubic } from './curve.ts'
import { crossingsWithLine, lineMeetsBox, segmentMeetsBox } from './intersect.ts'
import { compose, inverse, rotation, transform, translation } from './affine.ts'
import {
  getPointAlongLine,
  distanceToLine,
  insidePolygon,
  nearestOnLine,
  signedArea,
  simplifyLine,
} from './polygon.ts'
import { getAngle, rotateAbout, wrapDegrees } from './vec.ts'

const square = [
  { x: 0, y: 0 },
  { x: 10, y: 0 },
  { x: 10, y: 10 },
  { x: 0, y: 10 },
]

describe('points', () => {
  it('rotate clockwise on screen', () => {
    const rotated = rotateAbout({ x: 10, y: 0 }, 90, { x: 0, y: 0 })
    expect(rotated.x).toBeCloseTo(0)
    expect(rotated.y).toBeCloseTo(10)
    expect(getAngle({ x: 0, y: 0 }, rotated)).toBeCloseTo(90)
  })

  it('normalize angles to one turn', () => {
    expect([wrapDegrees(-90), wrapDegrees(720), wrapDegrees(450)]).toEqual([270, 0, 90])
  })
})

describe('boxes', () => {
  it('bound points in any order', () => {
    expect(
      getPointBounds([
        { x: 3, y: 9 },
        { x: -1, y: 4 },
        { x: 2, y: 12 },
      ]),
    ).toEqual({ x: -1, y: 4, w: 4, h: 8 })
  })

  it('bound their rotated corners exactly', () => {
    const box = { x: 5, y: 7, w: 30, h: 12 }
    const around = getRotatedBounds(box, 33)
    const corners = getPointBounds(getCorners(box, 33))
    for (const side of ['x', 'y', 'w', 'h'] as const) expect(around[side]).toBeCloseTo(corners[side])
  })

  it('intersect if only their edges touch, with an empty intersection', () => {
    const a = { x: 0, y: 0, w: 10, h: 10 }
    expect(intersects(a, { x: 10, y: 0, w: 5, h: 5 })).toBe(true)
    expect(intersects(a, { x: 10.1, y: 0, w: 5, h: 5 })).toBe(false)
    expect(getOverlap(a, { x: 6, y: 8, w: 9, h: 9 })).toEqual({ x: 6, y: 8, w: 4, h: 2 })
  })

  it('shrink to their centre, never below zero size', () => {
    expect(inflate({ x: 0, y: 0, w: 4, h: 10 }, -3)).toEqual({ x: 2, y: 3, w: 0, h: 4 })
  })

  it('have no union without members', () => {
    expect(unionOfAll([])).toBeUndefined()
  })

  it('convert points into and out of their rotation', () => {
    const box = { x: 10, y: 20, w: 40, h: 60, r: 77 }
    const back = toPage(toUpright({ x: 3, y: 4 }, box), box)
    expect(back.x).toBeCloseTo(3)
    expect(back.y).toBeCloseTo(4)
  })
})

describe('transforms', () => {
  it('are undone by their inverse', () => {
    const m = compose(rotation(40, { x: 3, y: 9 }), translation(5, -6))
    const p = transform(compose(inverse(m)!, m), { x: 12, y: 34 })
    expect(p.x).toBeCloseTo(12)
    expect(p.y).toBeCloseTo(34)
  })

  it('have no inverse if they are singular', () => {
    expect(inverse({ a: 1, b: 2, c: 2, d: 4, e: 0, f: 0 })).toBeUndefined()
  })
})

describe('curves', () => {
  it('pass through every point', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 10, y: 40 },
      { x: 12, y: 41 },
      { x: 80, y: 0 },
    ]
    const curves = smoothThrough(points)
    expect(curves.map((c) => c[3])).toEqual(points.slice(1))
    expect(curves.flat().every((p) => Number.isFinite(p.x) && Number.isFinite(p.y))).toBe(true)
  })

  it('stay finite with duplicate points', () => {
    const points = [
      { x: 1, y: 1 },
      { x: 1, y: 1 },
      { x: 1, y: 1 },
    ]
    expect(
      smoothThrough(points)
        .flat()
        .every((p) => p.x === 1 && p.y === 1),
    ).toBe(true)
  })

  it('meet where they are split', () => {
    const curve = [
      { x: 0, y: 0 },
      { x: 0, y: 50 },
      { x: 50, y: 50 },
      { x: 50, y: 0 },
    ] as const
    const [before, after] = splitCubic(curve, 0.3)
    const whole = pointOnCubic(curve, 0.65)
    const part = pointOnCubic(after, 0.5)
    expect(before[3]).toEqual(after[0])
    expect(part.x).toBeCloseTo(whole.x)
    expect(part.y).toBeCloseTo(whole.y)
    expect(flattenCubic(curve, 4)).toHaveLength(5)
  })
})

describe('lines and polygons', () => {
  it('tell inside from outside', () => {
    expect(insidePolygon({ x: 5, y: 5 }, square)).toBe(true)
    expect(insidePolygon({ x: 15, y: 5 }, square)).toBe(false)
    expect(signedArea(square)).toBe(100)
  })

  it('find the nearest segment, the closing one included', () => {
    expect(nearestOnLine({ x: -3, y: 5 }, square, true)).toEqual({
      point: { x: 0, y: 5 },
      distance: 3,
      index: 3,
    })
    expect(distanceToLine({ x: -3, y: 5 }, square)).toBeCloseTo(Math.hypot(3, 5))
    expect(nearestOnLine({ x: 0, y: 0 }, [])).toBeUndefined()
  })

  it('find the point at a share of the length', () => {
    expect(getPointAlongLine(square, 0.5)).toEqual({ point: { x: 10, y: 5 }, direction: { x: 0, y: 1 } })
  })

  it('lose only irrelevant points when simplified', () => {
    const line = [
      { x: 0, y: 0 },
      { x: 5, y: 0.1 },
      { x: 10, y: 0 },
      { x: 10, y: 10 },
    ]
    expect(simplifyLine(line, 0.5)).toEqual([line[0], line[2], line[3]])
  })
})

describe('intersections', () => {
  it('are sorted along the segment', () => {
    const found = crossingsWithLine({ x: -5, y: 5 }, { x: 15, y: 5 }, square, true)
    expect(found.map((c) => c.point)).toEqual([
      { x: 0, y: 5 },
      { x: 10, y: 5 },
    ])
  })

  it('detect a segment that crosses a box without an end in it', () => {
    const box = { x: 0, y: 0, w: 10, h: 10 }
    expect(segmentMeetsBox({ x: -5, y: 5 }, { x: 15, y: 6 }, box)).toBe(true)
    expect(segmentMeetsBox({ x: -5, y: 5 }, { x: -1, y: 6 }, box)).toBe(false)
    expect(segmentMeetsBox({ x: -5, y: 12 }, { x: 20, y: 12 }, box)).toBe(false)
  })

  it('detect a box inside a closed outline', () => {
    const box = { x: 4, y: 4, w: 1, h: 1 }
    expect(lineMeetsBox(square, true, box)).toBe(true)
    expect(lineMeetsBox(square, false, box)).toBe(false)
  })
})
