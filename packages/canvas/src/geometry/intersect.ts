import type { Box } from './box.ts'
import { containsPoint } from './box.ts'
import { insidePolygon } from './polygon.ts'
import type { Vec } from './vec.ts'

/** Intersection of two segments; `t` is the position between `a` and `b`. Parallel segments never intersect. */
export function getCrossing(
  a: Vec,
  b: Vec,
  c: Vec,
  d: Vec,
): { readonly point: Vec; readonly t: number } | undefined {
  const rx = b.x - a.x
  const ry = b.y - a.y
  const sx = d.x - c.x
  const sy = d.y - c.y
  const denominator = rx * sy - ry * sx
  if (denominator === 0) return undefined
  const t = ((c.x - a.x) * sy - (c.y - a.y) * sx) / denominator
  const u = ((c.x - a.x) * ry - (c.y - a.y) * rx) / denominator
  if (t < 0 || t > 1 || u < 0 || u > 1) return undefined
  return { point: { x: a.x + t * rx, y: a.y + t * ry }, t }
}

export interface Crossing {
  readonly point: Vec
  /** Position between the segment's start (0) and end (1). */
  readonly t: number
}

/** All intersections of a segment with a polyline, in order from `a` to `b`. */
export function crossingsWithLine(a: Vec, b: Vec, points: readonly Vec[], closed: boolean): Crossing[] {
  const found: Crossing[] = []
  const n = points.length
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const crossing = getCrossing(a, b, points[i]!, points[(i + 1) % n]!)
    if (crossing) found.push(crossing)
  }
  return found.sort((p, q) => p.t - q.t)
}

/** Whether the segment intersects the box (edges included). */
export function segmentMeetsBox(a: Vec, b: Vec, box: Box): boolean {
  if (Math.max(a.x, b.x) < box.x || Math.min(a.x, b.x) > box.x + box.w) return false
  if (Math.max(a.y, b.y) < box.y || Math.min(a.y, b.y) > box.y + box.h) return false
  // A segment along an axis is its own bounding box.
  if (a.x === b.x || a.y === b.y) return true
  let from = 0
  let to = 1
  const clip = (start: number, delta: number, low: number, high: number): boolean => {
    if (delta === 0) return start >= low && start <= high
    const t1 = (low - start) / delta
    const t2 = (high - start) / delta
    from = Math.max(from, Math.min(t1, t2))
    to = Math.min(to, Math.max(t1, t2))
    return from <= to
  }
  return clip(a.x, b.x - a.x, box.x, box.x + box.w) && clip(a.y, b.y - a.y, box.y, box.y + box.h)
}

/** Whether the polyline (or, if closed, its interior) intersects the box. */
export function lineMeetsBox(points: readonly Vec[], closed: boolean, box: Box): boolean {
  const n = points.length
  if (n === 1) return containsPoint(box, points[0]!)
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    if (segmentMeetsBox(points[i]!, points[(i + 1) % n]!, box)) return true
  }
  return closed && insidePolygon({ x: box.x, y: box.y }, points)
}

/** Whether segment `a`–`b` touches the polyline, or is inside it if closed. */
export function segmentMeetsLine(a: Vec, b: Vec, points: readonly Vec[], closed: boolean): boolean {
  const n = points.length
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    if (getCrossing(a, b, points[i]!, points[(i + 1) % n]!)) return true
  }
  return closed && insidePolygon(a, points)
}
