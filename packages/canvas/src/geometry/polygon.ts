import { subtract, normalize, type Vec } from './vec.ts'

/** Position (0..1) on the segment from `a` to `b` of its closest point to `p`. */
function getNearestPosition(p: Vec, a: Vec, b: Vec): number {
  const dx = b.x - a.x
  const dy = b.y - a.y
  const square = dx * dx + dy * dy
  return square === 0 ? 0 : Math.min(1, Math.max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / square))
}

export function distanceToSegment(p: Vec, a: Vec, b: Vec): number {
  const t = getNearestPosition(p, a, b)
  return Math.hypot(p.x - a.x - t * (b.x - a.x), p.y - a.y - t * (b.y - a.y))
}

export interface Nearest {
  readonly point: Vec
  readonly distance: number
  /** Index of the segment: between points `index` and `index + 1`. */
  readonly index: number
}

/** The closest point on a polyline; undefined if it has no points. */
export function nearestOnLine(p: Vec, points: readonly Vec[], closed = false): Nearest | undefined {
  const n = points.length
  if (n === 0) return undefined
  let { x, y } = points[0]!
  let square = (p.x - x) ** 2 + (p.y - y) ** 2
  let index = 0
  // Without an object for each segment: this runs for every connector of a dragged shape in every frame.
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const a = points[i]!
    const b = points[i + 1 === n ? 0 : i + 1]!
    const t = getNearestPosition(p, a, b)
    const nearX = a.x + t * (b.x - a.x)
    const nearY = a.y + t * (b.y - a.y)
    const nearSquare = (p.x - nearX) ** 2 + (p.y - nearY) ** 2
    if (nearSquare < square) [x, y, square, index] = [nearX, nearY, nearSquare, i]
  }
  return { point: { x, y }, distance: Math.sqrt(square), index }
}

export function distanceToLine(p: Vec, points: readonly Vec[], closed = false): number {
  return nearestOnLine(p, points, closed)?.distance ?? Infinity
}

/** Even-odd rule; points on the outline may count as either. */
export function insidePolygon(p: Vec, polygon: readonly Vec[]): boolean {
  let inside = false
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const a = polygon[i]!
    const b = polygon[j]!
    if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  }
  return inside
}

/** A convex polygon offset outwards; the miter limit of sharp corners is four times `by`. */
export function offsetPolygon(polygon: readonly Vec[], by: number): Vec[] {
  const n = polygon.length
  const turn = signedArea(polygon) < 0 ? -1 : 1
  const normal = (i: number): Vec => {
    const along = normalize(subtract(polygon[(i + 1) % n]!, polygon[i]!))
    return { x: along.y * turn, y: -along.x * turn }
  }
  return polygon.map((corner, i) => {
    const [a, b] = [normal((i + n - 1) % n), normal(i)]
    const share = by / Math.max(0.125, 1 + a.x * b.x + a.y * b.y)
    return { x: corner.x + (a.x + b.x) * share, y: corner.y + (a.y + b.y) * share }
  })
}

/** Positive for a polygon that is clockwise on screen. */
export function signedArea(polygon: readonly Vec[]): number {
  let twice = 0
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    twice += polygon[j]!.x * polygon[i]!.y - polygon[i]!.x * polygon[j]!.y
  }
  return twice / 2
}

/** Length of a polyline; if closed, including the closing segment. */
export function getLineLength(points: readonly Vec[], closed = false): number {
  let length = 0
  for (let i = 1; i < points.length; i++) {
    length += Math.hypot(points[i]!.x - points[i - 1]!.x, points[i]!.y - points[i - 1]!.y)
  }
  if (closed && points.length > 1) {
    const last = points[points.length - 1]!
    length += Math.hypot(last.x - points[0]!.x, last.y - points[0]!.y)
  }
  return length
}

/** The point at a fraction (0..1) of the length of a polyline, and the direction there. */
export function getPointAlongLine(
  points: readonly Vec[],
  fraction: number,
): { readonly point: Vec; readonly direction: Vec } {
  let left = getLineLength(points) * fraction
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1]!
    const b = points[i]!
    const piece = Math.hypot(b.x - a.x, b.y - a.y)
    if (piece > 0 && left <= piece) {
      const t = left / piece
      return {
        point: { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t },
        direction: { x: (b.x - a.x) / piece, y: (b.y - a.y) / piece },
      }
    }
    left -= piece
  }
  const last = points[points.length - 1] ?? { x: 0, y: 0 }
  const before = points[points.length - 2] ?? last
  return { point: last, direction: { x: last.x - before.x, y: last.y - before.y } }
}

/** Simplifies a polyline; removed points are at most `tolerance` away from it (Ramer-Douglas-Peucker). */
export function simplifyLine(points: readonly Vec[], tolerance: number): Vec[] {
  if (points.length < 3) return [...points]
  const keep = new Uint8Array(points.length)
  keep[0] = keep[points.length - 1] = 1
  const open: [number, number][] = [[0, points.length - 1]]
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span
    let worst = tolerance
    let at = -1
    for (let i = from + 1; i < to; i++) {
      const off = distanceToSegment(points[i]!, points[from]!, points[to]!)
      if (off > worst) {
        worst = off
        at = i
      }
    }
    if (at < 0) continue
    keep[at] = 1
    open.push([from, at], [at, to])
  }
  return points.filter((_, i) => keep[i] === 1)
}
