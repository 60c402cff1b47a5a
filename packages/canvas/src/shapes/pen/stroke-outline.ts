import { PathBuilder, type Path } from '../../geometry/path.ts'

/**
 * Points of a stroke as x, y, pressure, x, y, pressure, …; a typed array needs a sixth of the memory of objects.
 */
export type FlatPoints = Float32Array

/** Range of the width by pressure: factor 0.35 to 1.65. */
const pressureSpan = 1.3
/** Smoothing factor of the pressure, against jitter. */
const pressureFollow = 0.4
/** Reduction of the simulated pressure at high speed. */
const speedThinning = 0.27
const capSteps = 6

/** Width at each point relative to the chosen width, from pressure or, without pressure data, from speed. */
export function widthFractions(points: FlatPoints, width: number): Float32Array {
  const n = points.length / 3
  const fractions = new Float32Array(n)
  const first = points[2] ?? 0.5
  let pressed = false
  for (let i = 1; i < n && !pressed; i++) pressed = points[i * 3 + 2] !== first
  let smooth = pressed ? first : 0.5
  for (let i = 0; i < n; i++) {
    const before = Math.max(0, i - 1)
    const gap = Math.hypot(points[i * 3]! - points[before * 3]!, points[i * 3 + 1]! - points[before * 3 + 1]!)
    // Points arrive at a constant rate, so their distance is the speed.
    const target = pressed ? points[i * 3 + 2]! : 0.5 - speedThinning * Math.min(1, gap / (width * 5 + 10))
    smooth += (target - smooth) * pressureFollow
    fractions[i] = 1 + (smooth - 0.5) * pressureSpan
  }
  return fractions
}

/**
 * Closed outline of a stroke with varying width and round ends: smooth curves through the offset points on both
 * sides. Points that are very close are skipped. At sharp turns, where offsets would self-intersect, the outline
 * is split in two with round ends.
 */
export function strokeOutline(points: FlatPoints, width: number): Path {
  const builder = new PathBuilder()
  const thinnedPoints = thinned(points, width)
  const radii = widthFractions(thinnedPoints, width).map((fraction) => (fraction * width) / 2)
  const last = radii.length - 1
  if (last === 0) addDot(builder, thinnedPoints[0]!, thinnedPoints[1]!, radii[0]!)
  for (let from = 0; from < last;) {
    let to = from + 1
    while (to < last && !turnsSharply(thinnedPoints, to)) to++
    addBand(builder, thinnedPoints, radii, from, to)
    from = to
  }
  return builder.build()
}

/** Cosine of the sharpest turn without a split: about 70 degrees. */
const sharpTurn = 0.35

function turnsSharply(points: FlatPoints, i: number): boolean {
  const at = i * 3
  const [ux, uy] = [points[at]! - points[at - 3]!, points[at + 1]! - points[at - 2]!]
  const [vx, vy] = [points[at + 3]! - points[at]!, points[at + 4]! - points[at + 1]!]
  return ux * vx + uy * vy < sharpTurn * Math.hypot(ux, uy) * Math.hypot(vx, vy)
}

/** Outline of a range of points without sharp turns. */
function addBand(
  builder: PathBuilder,
  points: FlatPoints,
  radii: Float32Array,
  from: number,
  to: number,
): void {
  const n = to - from + 1
  const left = new Float64Array(n * 2)
  const right = new Float64Array(n * 2)
  for (let i = 0; i < n; i++) {
    const at = (from + i) * 3
    const [x, y] = [points[at]!, points[at + 1]!]
    const [before, after] = [Math.max(from, from + i - 1) * 3, Math.min(to, from + i + 1) * 3]
    const [dx, dy] = [points[after]! - points[before]!, points[after + 1]! - points[before + 1]!]
    const reach = radii[from + i]! / (Math.hypot(dx, dy) || 1)
    left[i * 2] = x - dy * reach
    left[i * 2 + 1] = y + dx * reach
    right[i * 2] = x + dy * reach
    right[i * 2 + 1] = y - dx * reach
  }
  const end = n * 2 - 2
  builder.moveTo(left[0]!, left[1]!)
  addSide(builder, left, n, 1)
  addCap(builder, points[to * 3]!, points[to * 3 + 1]!, left[end]!, left[end + 1]!)
  builder.lineTo(right[end]!, right[end + 1]!)
  addSide(builder, right, n, -1)
  addCap(builder, points[from * 3]!, points[from * 3 + 1]!, right[0]!, right[1]!)
  builder.closePath()
}

/** Centre line of a stroke as a smooth open curve, for nibs with constant width. */
export function strokeMiddle(points: FlatPoints, width: number): Path {
  const thinnedPoints = thinned(points, width)
  const builder = new PathBuilder()
  const n = thinnedPoints.length / 3
  if (n === 0) return builder.build()
  const flat = new Float64Array(n * 2)
  for (let i = 0; i < n; i++) flat.set([thinnedPoints[i * 3]!, thinnedPoints[i * 3 + 1]!], i * 2)
  builder.moveTo(flat[0]!, flat[1]!)
  if (n === 1) builder.lineTo(flat[0]! + 0.01, flat[1]!)
  else addSide(builder, flat, n, 1)
  return builder.build()
}

/**
 * A polyline for small scales, at most `tolerance` page units away from the points it leaves out. Takes one pass, since
 * a stroke can have very many points.
 */
export function strokeSketch(points: FlatPoints, tolerance: number): Path {
  const builder = new PathBuilder()
  const last = points.length / 3 - 1
  if (last < 0) return builder.build()
  builder.moveTo(points[0]!, points[1]!)
  const sector = new Sector(tolerance)
  sector.start(points[0]!, points[1]!)
  for (let at = 3; at <= last * 3; at += 3) {
    if (sector.narrow(points[at]!, points[at + 1]!)) continue
    const [x, y] = [points[at - 3]!, points[at - 2]!]
    builder.lineTo(x, y)
    sector.start(x, y)
    sector.narrow(points[at]!, points[at + 1]!)
  }
  builder.lineTo(points[last * 3]! + (last === 0 ? 0.01 : 0), points[last * 3 + 1]!)
  return builder.build()
}

/** The directions from a point in which a straight line stays near all points that were passed since. */
class Sector {
  readonly #tolerance: number
  #x = 0
  #y = 0
  /** Unit vector to which the angles are relative; none before the first point that is farther than the tolerance. */
  #middleX = 0
  #middleY = 0
  #least = -Math.PI
  #most = Math.PI
  /** Distance of the farthest point. */
  #reach = 0

  constructor(tolerance: number) {
    this.#tolerance = tolerance
  }

  start(x: number, y: number): void {
    this.#x = x
    this.#y = y
    this.#middleX = this.#middleY = this.#reach = 0
    this.#least = -Math.PI
    this.#most = Math.PI
  }

  /** Passes a point; false if a line to it would be too far from another one. */
  narrow(x: number, y: number): boolean {
    const [dx, dy] = [x - this.#x, y - this.#y]
    const distance = Math.sqrt(dx * dx + dy * dy)
    // A line that turns back has to reach its farthest point.
    if (this.#reach - distance > this.#tolerance) return false
    if (distance > this.#tolerance && !this.#turn(dx, dy, distance)) return false
    if (distance > this.#reach) this.#reach = distance
    return true
  }

  #turn(dx: number, dy: number, distance: number): boolean {
    if (this.#middleX === 0 && this.#middleY === 0) {
      this.#middleX = dx / distance
      this.#middleY = dy / distance
    }
    const angle = Math.atan2(this.#middleX * dy - this.#middleY * dx, this.#middleX * dx + this.#middleY * dy)
    if (angle < this.#least || angle > this.#most) return false
    const half = Math.asin(this.#tolerance / distance)
    this.#least = Math.max(this.#least, angle - half)
    this.#most = Math.min(this.#most, angle + half)
    return true
  }
}

/** Skips points that are too close together for this width; keeps the last point. */
function thinned(points: FlatPoints, width: number): FlatPoints {
  const gap = Math.max(0.25, width * 0.12)
  const thinnedPoints = new Float32Array(points.length)
  let n = 0
  for (let i = 0; i < points.length; i += 3) {
    const near =
      n > 0 && Math.hypot(points[i]! - thinnedPoints[n - 3]!, points[i + 1]! - thinnedPoints[n - 2]!) < gap
    const last = i + 3 === points.length
    if (near && !(last && n > 3)) continue
    if (near) n -= 3
    thinnedPoints.set(points.subarray(i, i + 3), n)
    n += 3
  }
  return thinnedPoints.subarray(0, n)
}

/** Quadratic curves through the midpoints with the points as controls; forwards or backwards. */
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

/** A half circle around a point, in the direction of the outline. */
function addCap(builder: PathBuilder, cx: number, cy: number, x: number, y: number): void {
  const [dx, dy] = [x - cx, y - cy]
  for (let i = 1; i <= capSteps; i++) {
    const angle = (-Math.PI * i) / capSteps
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    builder.lineTo(cx + dx * cos - dy * sin, cy + dx * sin + dy * cos)
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
