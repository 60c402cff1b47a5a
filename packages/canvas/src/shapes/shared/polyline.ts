import { flattenCubic, smoothThrough, type Cubic } from '../../geometry/curve.ts'
import { PathBuilder, createPolyline, type Path } from '../../geometry/path.ts'
import { distance, subtract, normalize, type Vec } from '../../geometry/vec.ts'
import type { Handle } from '../../shape.ts'

/** A line prepared for drawing and hit testing, in the coordinates of its points. */
export interface LineDrawing {
  /** The polyline; curves are flattened. */
  readonly points: readonly Vec[]
  /** Relative to `origin`; ends at the arrowheads. */
  readonly path: Path
  readonly origin: Vec
  /** Tips, and the outward directions there. */
  readonly start: Vec
  readonly end: Vec
  readonly startOut: Vec
  readonly endOut: Vec
}

/** Distance between the drawn line and its tips. */
export interface Insets {
  readonly start: number
  readonly end: number
}

export function straightLine(points: readonly Vec[], closed: boolean, insets: Insets): LineDrawing {
  const tips = getTips(points)
  const drawn = closed ? points : insetEnds(points, tips, insets)
  return { ...tips, points, path: createPolyline(fromOrigin(drawn, tips.start), closed), origin: tips.start }
}

export function curvedLine(points: readonly Vec[], closed: boolean, insets: Insets): LineDrawing {
  return cubicLine(smoothThrough(points, closed), closed, insets)
}

export function cubicLine(curves: readonly Cubic[], closed: boolean, insets: Insets): LineDrawing {
  const flat: Vec[] = [curves[0]![0]]
  for (const curve of curves) flat.push(...flattenCubic(curve, 16).slice(1))
  const tips = getTips(flat)
  const builder = new PathBuilder()
  const last = curves.length - 1
  curves.forEach((curve, i) => {
    const from = i === 0 && !closed ? moved(curve[0], tips.startOut, -insets.start) : curve[0]
    const to = i === last && !closed ? moved(curve[3], tips.endOut, -insets.end) : curve[3]
    const [a, b, c, d] = fromOrigin([from, curve[1], curve[2], to], tips.start) as [Vec, Vec, Vec, Vec]
    if (i === 0) builder.moveTo(a.x, a.y)
    builder.bezierCurveTo(b.x, b.y, c.x, c.y, d.x, d.y)
  })
  if (closed) builder.closePath()
  return { ...tips, points: flat, path: builder.build(), origin: tips.start }
}

/** A polyline with rounded corners. */
export function roundedLine(points: readonly Vec[], radius: number, insets: Insets): LineDrawing {
  const tips = getTips(points)
  const drawn = fromOrigin(insetEnds(points, tips, insets), tips.start)
  const builder = new PathBuilder()
  drawn.forEach((p, i) => {
    const before = drawn[i - 1]
    const after = drawn[i + 1]
    if (!before) builder.moveTo(p.x, p.y)
    else if (!after) builder.lineTo(p.x, p.y)
    else {
      const r = Math.min(radius, distance(before, p) / 2, distance(p, after) / 2)
      const enter = moved(p, normalize(subtract(before, p)), r)
      const leave = moved(p, normalize(subtract(after, p)), r)
      builder.lineTo(enter.x, enter.y)
      builder.quadraticCurveTo(p.x, p.y, leave.x, leave.y)
    }
  })
  return { ...tips, points, path: builder.build(), origin: tips.start }
}

function fromOrigin(points: readonly Vec[], origin: Vec): Vec[] {
  return points.map((p) => subtract(p, origin))
}

function moved(p: Vec, along: Vec, by: number): Vec {
  return { x: p.x + along.x * by, y: p.y + along.y * by }
}

function getTips(points: readonly Vec[]): Pick<LineDrawing, 'start' | 'end' | 'startOut' | 'endOut'> {
  const start = points[0]!
  const end = points[points.length - 1]!
  const second = points.find((p) => distance(p, start) > 0.01) ?? end
  const beforeLast = points.findLast((p) => distance(p, end) > 0.01) ?? start
  return {
    start,
    end,
    startOut: normalize(subtract(start, second)),
    endOut: normalize(subtract(end, beforeLast)),
  }
}

/** Moves both ends inwards, at most to the neighbouring point. */
function insetEnds(
  points: readonly Vec[],
  tips: Pick<LineDrawing, 'startOut' | 'endOut'>,
  insets: Insets,
): readonly Vec[] {
  const n = points.length
  if (n < 2 || (insets.start === 0 && insets.end === 0)) return points
  const drawn = [...points]
  const room = n === 2 ? 0.45 : 0.9
  const first = Math.min(insets.start, distance(points[0]!, points[1]!) * room)
  const last = Math.min(insets.end, distance(points[n - 2]!, points[n - 1]!) * room)
  drawn[0] = moved(points[0]!, tips.startOut, -first)
  drawn[n - 1] = moved(points[n - 1]!, tips.endOut, -last)
  return drawn
}

/** A handle for every point (`p0`, `p1`, …) and between neighbours (`m0`, …), which adds a point. */
export function pointHandles(points: readonly Vec[], middles: readonly Vec[]): Handle[] {
  return [
    ...points.map((at, i): Handle => ({ id: `p${i}`, at, role: 'point' })),
    ...middles.map((at, i): Handle => ({ id: `m${i}`, at, role: 'middle' })),
  ]
}

/** The points after moving a handle; unchanged for unknown handles. */
export function withMovedHandle(points: readonly Vec[], handleId: string, to: Vec): Vec[] {
  const index = Number(handleId.slice(1))
  const next = [...points]
  if (handleId.startsWith('p') && index < points.length) next[index] = to
  else if (handleId.startsWith('m') && index < points.length) next.splice(index + 1, 0, to)
  return next
}
