import { flattenCubic } from '../../geometry/curve.ts'
import type { Vec } from '../../geometry/vec.ts'

/** A part of a path as a polyline. */
export interface Subpath {
  readonly points: readonly Vec[]
  readonly isClosed: boolean
  /** Curves of the path became line segments. */
  readonly isCurved: boolean
}

/** Line segments of a curve, and of a quarter of an ellipse. */
const stepsOfCurve = 12

const command = /[MmLlHhVvCcSsQqTtAaZz]/y
const separator = /[\s,]*/y
const number = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/iy
const flag = /[01]/y

const argumentCounts: Readonly<Record<string, number>> = {
  M: 2,
  L: 2,
  H: 1,
  V: 1,
  C: 6,
  S: 4,
  Q: 4,
  T: 2,
  A: 7,
  Z: 0,
}

/**
 * Parts of the attribute `d`. As browsers do, it ends before the first mistake; at most `maxPoints` points in all.
 */
export function readPathData(d: string, maxPoints: number): Subpath[] {
  const reader = new PathReader(maxPoints)
  for (const [name, values] of listCommands(d)) if (!reader.add(name, values)) break
  return reader.end()
}

/** Commands with their arguments; a command that is repeated is listed several times. */
function* listCommands(d: string): Iterable<readonly [name: string, values: readonly number[]]> {
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(d)
    if (found) at = pattern.lastIndex
    return found?.[0]
  }
  const takeValues = (name: string): number[] | undefined => {
    const values: number[] = []
    for (let i = 0; i < argumentCounts[name]!; i += 1) {
      take(separator)
      // The flags of an arc need nothing between them.
      const text = take(name === 'A' && (i === 3 || i === 4) ? flag : number)
      if (text === undefined) return undefined
      values.push(Number(text))
    }
    return values
  }
  for (;;) {
    take(separator)
    const name = take(command)
    if (name === undefined) return
    const upper = name.toUpperCase()
    let values = takeValues(upper)
    if (!values) return
    yield [name, values]
    if (upper === 'Z') continue
    // Further pairs behind a move are lines.
    const repeated = name === 'M' ? 'L' : name === 'm' ? 'l' : name
    for (;;) {
      const before = at
      values = takeValues(upper)
      if (!values) {
        at = before
        break
      }
      yield [repeated, values]
    }
  }
}

class PathReader {
  readonly #subpaths: Subpath[] = []
  readonly #maxPoints: number
  #count = 0
  #points: Vec[] = []
  #isCurved = false
  #at: Vec = { x: 0, y: 0 }
  #start: Vec = { x: 0, y: 0 }
  /** The last control point, which smooth curves mirror. */
  #control: { readonly kind: 'C' | 'Q'; readonly point: Vec } | null = null

  constructor(maxPoints: number) {
    this.#maxPoints = maxPoints
  }

  /** False once there are too many points. */
  add(name: string, values: readonly number[]): boolean {
    const upper = name.toUpperCase()
    const origin = name === upper ? { x: 0, y: 0 } : this.#at
    const point = (i: number): Vec => ({ x: origin.x + values[i]!, y: origin.y + values[i + 1]! })
    const control = this.#control
    this.#control = null
    switch (upper) {
      case 'M':
        this.#endSubpath(false)
        this.#at = this.#start = point(0)
        break
      case 'L':
        this.#lineTo(point(0))
        break
      case 'H':
        this.#lineTo({ x: origin.x + values[0]!, y: this.#at.y })
        break
      case 'V':
        this.#lineTo({ x: this.#at.x, y: origin.y + values[0]! })
        break
      case 'C':
        this.#curveTo(point(0), point(2), point(4))
        break
      case 'S':
        this.#curveTo(this.#mirror(control, 'C'), point(0), point(2))
        break
      case 'Q':
        this.#quadraticTo(point(0), point(2))
        break
      case 'T':
        this.#quadraticTo(this.#mirror(control, 'Q'), point(0))
        break
      case 'A':
        this.#arcTo(values, point(5))
        break
      default:
        this.#endSubpath(true)
        this.#at = this.#start
    }
    return this.#count < this.#maxPoints
  }

  end(): Subpath[] {
    this.#endSubpath(false)
    return this.#subpaths
  }

  #endSubpath(isClosed: boolean): void {
    const points = this.#points
    if (points.length > 1) this.#subpaths.push({ points, isClosed, isCurved: this.#isCurved })
    this.#points = []
    this.#isCurved = false
  }

  #lineTo(...points: Vec[]): void {
    if (this.#points.length === 0) this.#points.push(this.#at)
    this.#points.push(...points)
    this.#count += points.length
    this.#at = points.at(-1)!
  }

  #curveTo(first: Vec, second: Vec, to: Vec): void {
    this.#lineTo(...flattenCubic([this.#at, first, second, to], stepsOfCurve).slice(1))
    this.#isCurved = true
    this.#control = { kind: 'C', point: second }
  }

  #quadraticTo(control: Vec, to: Vec): void {
    const mix = (end: Vec): Vec => ({
      x: end.x + ((control.x - end.x) * 2) / 3,
      y: end.y + ((control.y - end.y) * 2) / 3,
    })
    this.#curveTo(mix(this.#at), mix(to), to)
    this.#control = { kind: 'Q', point: control }
  }

  #mirror(control: { readonly kind: 'C' | 'Q'; readonly point: Vec } | null, kind: 'C' | 'Q'): Vec {
    if (control?.kind !== kind) return this.#at
    return { x: 2 * this.#at.x - control.point.x, y: 2 * this.#at.y - control.point.y }
  }

  /** From end points to centre as in the appendix of the SVG specification. */
  #arcTo([rawX = 0, rawY = 0, degrees = 0, isLarge = 0, isClockwise = 0]: readonly number[], to: Vec): void {
    const from = this.#at
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
    const [dx, dy] = [(from.x - to.x) / 2, (from.y - to.y) / 2]
    const [x, y] = [cos * dx + sin * dy, cos * dy - sin * dx]
    let [rx, ry] = [Math.abs(rawX), Math.abs(rawY)]
    if (rx === 0 || ry === 0 || (dx === 0 && dy === 0)) return this.#lineTo(to)
    const scale = Math.sqrt((x / rx) ** 2 + (y / ry) ** 2)
    if (scale > 1) [rx, ry] = [rx * scale, ry * scale]
    const product = (rx * y) ** 2 + (ry * x) ** 2
    const root = Math.sqrt(Math.max(0, ((rx * ry) ** 2 - product) / product))
    const side = isLarge === isClockwise ? -root : root
    const [cx, cy] = [(side * rx * y) / ry, (-side * ry * x) / rx]
    const start = Math.atan2((y - cy) / ry, (x - cx) / rx)
    const end = Math.atan2((-y - cy) / ry, (-x - cx) / rx)
    const fullTurn = 2 * Math.PI
    const turn =
      isClockwise === 1
        ? (((end - start) % fullTurn) + fullTurn) % fullTurn
        : -((((start - end) % fullTurn) + fullTurn) % fullTurn)
    const steps = Math.max(2, Math.ceil((Math.abs(turn) / (Math.PI / 2)) * stepsOfCurve))
    const [mx, my] = [(from.x + to.x) / 2, (from.y + to.y) / 2]
    const points = Array.from({ length: steps }, (_, i) => {
      const angle = start + (turn * (i + 1)) / steps
      const [ux, uy] = [rx * Math.cos(angle) + cx, ry * Math.sin(angle) + cy]
      return { x: mx + cos * ux - sin * uy, y: my + sin * ux + cos * uy }
    })
    this.#lineTo(...points.slice(0, -1), to)
    this.#isCurved = true
  }
}
