import { PathBuilder, type Path } from '../../geometry/path.ts'
import type { StrokePoint } from '../../document/stroke-points.ts'

/** How much of its width a stroke loses and gains with pressure: from 0.35 to 1.65 times. */
const pressureSpan = 1.3
/** Share of the way to the new pressure at each point, so that a jittery pen gives a calm line. */
const pressureFollow = 0.4
/** Share of its width that a mouse's stroke thins out by when the hand is quick. */
const speedThinning = 0.45
const capSteps = 6

/** Width of the line at each point, as a share of the chosen width, from pressure or, without any, from speed. */
export function widthShares(points: readonly StrokePoint[], width: number): Float32Array {
  const shares = new Float32Array(points.length)
  const pressed = points.some((p) => p.pressure !== points[0]!.pressure)
  let smooth = pressed ? points[0]!.pressure : 0.5
  for (let i = 0; i < points.length; i++) {
    const p = points[i]!
    const before = points[Math.max(0, i - 1)]!
    const gap = Math.hypot(p.x - before.x, p.y - before.y)
    // Points come at an even rate, so the way between two of them is the speed.
    const target = pressed ? p.pressure : 0.5 - speedThinning * Math.min(1, gap / (width * 5 + 10)) * 0.6
    smooth += (target - smooth) * pressureFollow
    shares[i] = 1 + (smooth - 0.5) * pressureSpan
  }
  return shares
}

/**
 * The closed outline of a stroke of varying width, with round ends: both sides as smooth curves through the
 * offset points. Points nearer than a sliver of the width are left out, which is what keeps it small.
 */
export function strokeOutline(points: readonly StrokePoint[], width: number): Path {
  const builder = new PathBuilder()
  const kept = thinned(points, Math.max(0.25, width * 0.12))
  const shares = widthShares(kept, width)
  const n = kept.length
  if (n === 0) return builder.build()
  const radius = (i: number): number => (shares[i]! * width) / 2
  const first = kept[0]!
  if (n === 1) {
    addDot(builder, first.x, first.y, radius(0))
    return builder.build()
  }
  const left = new Float64Array(n * 2)
  const right = new Float64Array(n * 2)
  for (let i = 0; i < n; i++) {
    const p = kept[i]!
    const [before, after] = [kept[Math.max(0, i - 1)]!, kept[Math.min(n - 1, i + 1)]!]
    const [dx, dy] = [after.x - before.x, after.y - before.y]
    const length = Math.hypot(dx, dy) || 1
    const [ox, oy] = [(-dy / length) * radius(i), (dx / length) * radius(i)]
    left[i * 2] = p.x + ox
    left[i * 2 + 1] = p.y + oy
    right[i * 2] = p.x - ox
    right[i * 2 + 1] = p.y - oy
  }
  builder.moveTo(left[0]!, left[1]!)
  addSide(builder, left, n, 1)
  addCap(builder, kept[n - 1]!, left[n * 2 - 2]!, left[n * 2 - 1]!)
  builder.lineTo(right[n * 2 - 2]!, right[n * 2 - 1]!)
  addSide(builder, right, n, -1)
  addCap(builder, first, right[0]!, right[1]!)
  builder.closePath()
  return builder.build()
}

/** The middle of a stroke as a smooth open curve, for nibs that keep their width. */
export function strokeMiddle(points: readonly StrokePoint[], width: number): Path {
  const kept = thinned(points, Math.max(0.25, width * 0.12))
  const builder = new PathBuilder()
  const first = kept[0]
  if (!first) return builder.build()
  const flat = new Float64Array(kept.length * 2)
  kept.forEach((p, i) => {
    flat[i * 2] = p.x
    flat[i * 2 + 1] = p.y
  })
  builder.moveTo(first.x, first.y)
  if (kept.length === 1) builder.lineTo(first.x + 0.01, first.y)
  else addSide(builder, flat, kept.length, 1)
  return builder.build()
}

/** Every `step`-th point as straight pieces, for looking from afar. */
export function strokeSketch(points: readonly StrokePoint[], step: number): Path {
  const builder = new PathBuilder()
  const last = points.length - 1
  for (let i = 0; i < last; i += step) {
    const p = points[i]!
    if (i === 0) builder.moveTo(p.x, p.y)
    else builder.lineTo(p.x, p.y)
  }
  const end = points[last]
  if (end && last > 0) builder.lineTo(end.x, end.y)
  else if (end) {
    builder.moveTo(end.x, end.y)
    builder.lineTo(end.x + 0.01, end.y)
  }
  return builder.build()
}

/** Without points closer to the last kept one than `gap`; the last point always stays. */
function thinned(points: readonly StrokePoint[], gap: number): StrokePoint[] {
  const kept: StrokePoint[] = []
  for (let i = 0; i < points.length; i++) {
    const p = points[i]!
    const last = kept[kept.length - 1]
    if (!last || Math.hypot(p.x - last.x, p.y - last.y) >= gap) kept.push(p)
    else if (i === points.length - 1 && kept.length > 1) kept[kept.length - 1] = p
  }
  return kept
}

/** Curves through the middles between points, the points as controls: smooth and cheap. Runs forwards or backwards. */
function addSide(builder: PathBuilder, side: Float64Array, n: number, direction: 1 | -1): void {
  const at = (i: number): number => (direction === 1 ? i : n - 1 - i) * 2
  for (let i = 1; i < n - 1; i++) {
    const [p, q] = [at(i), at(i + 1)]
    builder.quadraticCurveTo(
      side[p]!,
      side[p + 1]!,
      (side[p]! + side[q]!) / 2,
      (side[p + 1]! + side[q + 1]!) / 2,
    )
  }
  const end = at(n - 1)
  builder.lineTo(side[end]!, side[end + 1]!)
}

/** Half a turn around `centre` from the given point, the way the outline runs. */
function addCap(builder: PathBuilder, centre: StrokePoint, x: number, y: number): void {
  const [dx, dy] = [x - centre.x, y - centre.y]
  for (let i = 1; i <= capSteps; i++) {
    const angle = (-Math.PI * i) / capSteps
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    builder.lineTo(centre.x + dx * cos - dy * sin, centre.y + dx * sin + dy * cos)
  }
}

function addDot(builder: PathBuilder, x: number, y: number, r: number): void {
  const k = r * 0.5523
  builder.moveTo(x + r, y)
  builder.bezierCurveTo(x + r, y + k, x + k, y + r, x, y + r)
  builder.bezierCurveTo(x - k, y + r, x - r, y + k, x - r, y)
  builder.bezierCurveTo(x - r, y - k, x - k, y - r, x, y - r)
  builder.bezierCurveTo(x + k, y - r, x + r, y - k, x + r, y)
  builder.closePath()
}
