import type { Vec } from './vec.ts'

/** A cubic Bézier: start, two controls, end. */
export type Cubic = readonly [Vec, Vec, Vec, Vec]

export function pointOnCubic([a, b, c, d]: Cubic, t: number): Vec {
  const s = 1 - t
  const wa = s * s * s
  const wb = 3 * s * s * t
  const wc = 3 * s * t * t
  const wd = t * t * t
  return { x: wa * a.x + wb * b.x + wc * c.x + wd * d.x, y: wa * a.y + wb * b.y + wc * c.y + wd * d.y }
}

/** Splits the curve at `t`. */
export function splitCubic([a, b, c, d]: Cubic, t: number): readonly [Cubic, Cubic] {
  const mix = (p: Vec, q: Vec): Vec => ({ x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t })
  const ab = mix(a, b)
  const bc = mix(b, c)
  const cd = mix(c, d)
  const abc = mix(ab, bc)
  const bcd = mix(bc, cd)
  const cut = mix(abc, bcd)
  return [
    [a, ab, abc, cut],
    [cut, bcd, cd, d],
  ]
}

/** The curve as `steps` line segments, both ends included. */
export function flattenCubic(curve: Cubic, steps = 16): Vec[] {
  const points: Vec[] = []
  for (let i = 0; i <= steps; i++) points.push(pointOnCubic(curve, i / steps))
  return points
}

/**
 * Smooth cubics through all points (centripetal Catmull-Rom, which makes no loops at unevenly spaced points). Two
 * points result in one straight cubic.
 */
export function smoothThrough(points: readonly Vec[], closed = false): Cubic[] {
  const n = points.length
  const curves: Cubic[] = []
  const at = (i: number): Vec => points[closed ? (i + n) % n : Math.min(Math.max(i, 0), n - 1)]!
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    const d1 = Math.sqrt(Math.hypot(p1.x - p0.x, p1.y - p0.y))
    const d2 = Math.sqrt(Math.hypot(p2.x - p1.x, p2.y - p1.y))
    const d3 = Math.sqrt(Math.hypot(p3.x - p2.x, p3.y - p2.y))
    curves.push([p1, control(p0, p1, p2, d1, d2), control(p3, p2, p1, d3, d2), p2])
  }
  return curves
}

/** Control point next to `p`, between its neighbours, whose knot intervals are given. */
function control(behind: Vec, p: Vec, ahead: Vec, previousGap: number, nextGap: number): Vec {
  if (previousGap < 1e-6 || nextGap < 1e-6)
    return { x: p.x + (ahead.x - p.x) / 3, y: p.y + (ahead.y - p.y) / 3 }
  const scale = 1 / (3 * previousGap * (previousGap + nextGap))
  const mix = (b: number, c: number, a: number): number =>
    c + ((c - b) * nextGap * nextGap + (a - c) * previousGap * previousGap) * scale
  return { x: mix(behind.x, p.x, ahead.x), y: mix(behind.y, p.y, ahead.y) }
}
