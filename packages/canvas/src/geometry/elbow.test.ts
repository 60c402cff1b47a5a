import { describe, expect, it } from 'vitest'
import type { Box } from './box.ts'
import { elbowRoute, type ElbowEnd } from './elbow.ts'
import { segmentMeetsBox } from './intersect.ts'
import { inflate } from './box.ts'

const right = { x: 1, y: 0 }
const left = { x: -1, y: 0 }
const up = { x: 0, y: -1 }
const down = { x: 0, y: 1 }

/** An end in the middle of a side of a box. */
function getEnd(box: Box, out: { x: number; y: number }): ElbowEnd {
  const at = { x: box.x + (box.w * (1 + out.x)) / 2, y: box.y + (box.h * (1 + out.y)) / 2 }
  return { at, out, box }
}

const a = { x: 0, y: 0, w: 100, h: 60 }

describe('an elbow route', () => {
  it('is a straight line between ends that face each other', () => {
    const b = { x: 200, y: 0, w: 100, h: 60 }
    expect(elbowRoute(getEnd(a, right), getEnd(b, left))).toEqual([
      { x: 100, y: 30 },
      { x: 200, y: 30 },
    ])
  })

  it('bends half way between ends at different heights', () => {
    const b = { x: 200, y: 100, w: 100, h: 60 }
    expect(elbowRoute(getEnd(a, right), getEnd(b, left))).toEqual([
      { x: 100, y: 30 },
      { x: 150, y: 30 },
      { x: 150, y: 130 },
      { x: 200, y: 130 },
    ])
  })

  it('comes to an end from outside, instead of turning back at it', () => {
    expect(elbowRoute({ at: { x: 0, y: 0 }, out: right }, { at: { x: 100, y: 50 }, out: right })).toEqual([
      { x: 0, y: 0 },
      { x: 120, y: 0 },
      { x: 120, y: 50 },
      { x: 100, y: 50 },
    ])
  })

  it('has one corner if that is enough', () => {
    const b = { x: 200, y: 100, w: 100, h: 60 }
    expect(elbowRoute(getEnd(a, right), getEnd(b, up))).toEqual([
      { x: 100, y: 30 },
      { x: 250, y: 30 },
      { x: 250, y: 100 },
    ])
  })

  it('connects free ends', () => {
    const route = elbowRoute({ at: { x: 0, y: 0 }, out: right }, { at: { x: 80, y: 40 }, out: left })
    expect(route).toEqual([
      { x: 0, y: 0 },
      { x: 40, y: 0 },
      { x: 40, y: 40 },
      { x: 80, y: 40 },
    ])
  })

  const sides = { right, left, up, down }
  const positions: Record<string, Box> = {
    beside: { x: 300, y: 10, w: 80, h: 80 },
    above: { x: 20, y: -300, w: 80, h: 80 },
    'below and to the left': { x: -250, y: 250, w: 120, h: 40 },
    'close by': { x: 130, y: 20, w: 60, h: 60 },
  }
  for (const [position, b] of Object.entries(positions)) {
    for (const [from, out] of Object.entries(sides)) {
      for (const [to, back] of Object.entries(sides)) {
        it(`leaves ${from}, arrives ${to} at a box ${position}, and crosses neither`, () => {
          const start = getEnd(a, out)
          const end = getEnd(b, back)
          const route = elbowRoute(start, end)
          expect(route[0]).toEqual(start.at)
          expect(route.at(-1)).toEqual(end.at)
          const first = { x: Math.sign(route[1]!.x - route[0]!.x), y: Math.sign(route[1]!.y - route[0]!.y) }
          const last = {
            x: Math.sign(route.at(-2)!.x - route.at(-1)!.x),
            y: Math.sign(route.at(-2)!.y - route.at(-1)!.y),
          }
          expect(first).toEqual({ x: out.x + 0, y: out.y + 0 })
          expect(last).toEqual({ x: back.x + 0, y: back.y + 0 })
          for (let i = 1; i < route.length; i++) {
            const [p, q] = [route[i - 1]!, route[i]!]
            expect(Math.min(Math.abs(p.x - q.x), Math.abs(p.y - q.y))).toBeLessThan(0.001)
            for (const box of [a, b]) expect(segmentMeetsBox(p, q, inflate(box, -1))).toBe(false)
          }
          expect(route.length).toBeLessThanOrEqual(7)
        })
      }
    }
  }

  it('exists even if the boxes overlap', () => {
    const route = elbowRoute(getEnd(a, right), getEnd({ x: 20, y: 10, w: 100, h: 60 }, left))
    expect(route.length).toBeGreaterThan(1)
    expect(route.flatMap((p) => [p.x, p.y]).every(Number.isFinite)).toBe(true)
  })
})
