import type { Box } from './box.ts'
import { inflate } from './box.ts'
import { segmentMeetsBox } from './intersect.ts'
import { getLineLength } from './polygon.ts'
import type { Vec } from './vec.ts'

/** One end of a right-angled route. */
export interface ElbowEnd {
  readonly at: Vec
  /** Outward direction: one of the four axis directions. */
  readonly out: Vec
  /** Obstacle that the route must not cross. */
  readonly box?: Box | undefined
}

/** Distance of a route from obstacles, in page units. */
export const elbowMargin = 20

/** Cost of a bend, in page units of detour. */
const bendCost = 30

/**
 * A right-angled route that leaves both ends along `out` and avoids both boxes. Tries common forms ordered by
 * bends, then searches the grid spanned by the boxes.
 */
export function elbowRoute(start: ElbowEnd, end: ElbowEnd): Vec[] {
  const margin = getMargin(start, end)
  const a = stub(start, margin)
  const b = stub(end, margin)
  const walls = [start.box, end.box].flatMap((box) => (box ? [inflate(box, margin - 0.5)] : []))
  return (
    commonRoute(start, end, a, b, walls) ??
    searchedRoute(start, end, a, b, walls) ??
    commonRoute(start, end, a, b, []) ?? [start.at, a, { x: b.x, y: a.y }, b, end.at]
  )
}

function commonRoute(
  start: ElbowEnd,
  end: ElbowEnd,
  a: Vec,
  b: Vec,
  walls: readonly Box[],
): Vec[] | undefined {
  let best: { readonly points: Vec[]; readonly cost: number } | undefined
  for (const middle of commonForms(a, b)) {
    const straight: Vec[] = []
    if (![start.at, a, ...middle, b, end.at].every((p) => addCorner(straight, p))) continue
    const cost = getLineLength(straight) + straight.length * bendCost
    if (best && cost >= best.cost) continue
    if (!crosses([a, ...middle, b], walls)) best = { points: straight, cost }
  }
  return best?.points
}

/** Reduced if the ends are too close for the full margin. */
function getMargin(start: ElbowEnd, end: ElbowEnd): number {
  const [a, b] = [start.box ?? pointBox(start.at), end.box ?? pointBox(end.at)]
  const across = Math.max(b.x - a.x - a.w, a.x - b.x - b.w)
  const down = Math.max(b.y - a.y - a.h, a.y - b.y - b.h)
  const gap = Math.max(across, down)
  return gap > 0 ? Math.min(elbowMargin, gap / 2) : elbowMargin
}

function pointBox(at: Vec): Box {
  return { x: at.x, y: at.y, w: 0, h: 0 }
}

/** Straight out of an end, up to `margin` beyond its box. */
function stub({ at, out, box }: ElbowEnd, margin: number): Vec {
  if (!box) return { x: at.x + out.x * margin, y: at.y + out.y * margin }
  if (out.x !== 0) return { x: out.x > 0 ? box.x + box.w + margin : box.x - margin, y: at.y }
  return { x: at.x, y: out.y > 0 ? box.y + box.h + margin : box.y - margin }
}

function commonForms(a: Vec, b: Vec): Vec[][] {
  const x = (a.x + b.x) / 2
  const y = (a.y + b.y) / 2
  // On equal cost the first form wins: a turn half way looks best.
  return [
    [
      { x, y: a.y },
      { x, y: b.y },
    ],
    [
      { x: a.x, y },
      { x: b.x, y },
    ],
    [{ x: b.x, y: a.y }],
    [{ x: a.x, y: b.y }],
  ]
}

function crosses(points: readonly Vec[], walls: readonly Box[]): boolean {
  for (const wall of walls) {
    for (let i = 1; i < points.length; i++) if (segmentMeetsBox(points[i - 1]!, points[i]!, wall)) return true
  }
  return false
}

/** The corners of a right-angled route, without points on a straight line. */
export function withoutFlatPoints(points: readonly Vec[]): Vec[] {
  const corners: Vec[] = []
  for (const p of points) addCorner(corners, p)
  return corners
}

/**
 * Adds the next point unless it repeats the last one; the last one is replaced if it was no corner. False if the route
 * turns back there.
 */
function addCorner(corners: Vec[], p: Vec): boolean {
  const before = corners[corners.length - 2]
  const last = corners[corners.length - 1]
  if (last && Math.abs(last.x - p.x) <= 0.001 && Math.abs(last.y - p.y) <= 0.001) return true
  const along = before && last && (last.x - before.x) * (p.x - last.x) + (last.y - before.y) * (p.y - last.y)
  if (before && last && (onOne(before.x, last.x, p.x) || onOne(before.y, last.y, p.y))) corners.pop()
  corners.push(p)
  return along === undefined || along >= -0.001
}

function onOne(a: number, b: number, c: number): boolean {
  return Math.abs(a - b) < 0.001 && Math.abs(b - c) < 0.001
}

interface Step {
  readonly column: number
  readonly row: number
  /** 0: along x, 1: along y. */
  readonly axis: number
  readonly cost: number
  readonly from: Step | undefined
}

const directions = [
  { x: 1, y: 0 },
  { x: -1, y: 0 },
  { x: 0, y: 1 },
  { x: 0, y: -1 },
] as const

/** Cheapest route over the grid of ends and boxes; undefined if an end is enclosed. */
function searchedRoute(
  start: ElbowEnd,
  end: ElbowEnd,
  a: Vec,
  b: Vec,
  walls: readonly Box[],
): Vec[] | undefined {
  const xs = gridLines(
    [a.x, b.x, (a.x + b.x) / 2],
    walls.flatMap((wall) => [wall.x - 0.5, wall.x + wall.w + 0.5]),
  )
  const ys = gridLines(
    [a.y, b.y, (a.y + b.y) / 2],
    walls.flatMap((wall) => [wall.y - 0.5, wall.y + wall.h + 0.5]),
  )
  const goal = { column: xs.indexOf(b.x), row: ys.indexOf(b.y) }
  const first: Step = {
    column: xs.indexOf(a.x),
    row: ys.indexOf(a.y),
    axis: start.out.x !== 0 ? 0 : 1,
    cost: 0,
    from: undefined,
  }
  const open: Step[] = [first]
  const done = new Set<number>()
  for (let next = cheapest(open); next; next = cheapest(open)) {
    const key = (next.row * xs.length + next.column) * 2 + next.axis
    if (done.has(key)) continue
    done.add(key)
    if (next.column === goal.column && next.row === goal.row) return routeTo(next, start, end, xs, ys)
    for (const direction of directions) {
      const [column, row] = [next.column + direction.x, next.row + direction.y]
      const [x, y] = [xs[column], ys[row]]
      if (x === undefined || y === undefined) continue
      const arrives = column === goal.column && row === goal.row
      if (next === first && isOpposite(direction, start.out)) continue
      if (arrives && direction.x === end.out.x && direction.y === end.out.y) continue
      const here = { x: xs[next.column]!, y: ys[next.row]! }
      if (crosses([here, { x, y }], walls)) continue
      const axis = direction.x !== 0 ? 0 : 1
      const turns = (axis === next.axis ? 0 : 1) + (arrives && axis !== (end.out.x !== 0 ? 0 : 1) ? 1 : 0)
      const cost = next.cost + Math.abs(x - here.x) + Math.abs(y - here.y) + turns * bendCost
      open.push({ column, row, axis, cost, from: next })
    }
  }
  return undefined
}

function isOpposite(a: Vec, b: Vec): boolean {
  return a.x * b.x + a.y * b.y < 0
}

function routeTo(
  step: Step,
  start: ElbowEnd,
  end: ElbowEnd,
  xs: readonly number[],
  ys: readonly number[],
): Vec[] {
  const direction: Vec[] = []
  for (let at: Step | undefined = step; at; at = at.from)
    direction.unshift({ x: xs[at.column]!, y: ys[at.row]! })
  return withoutFlatPoints([start.at, ...direction, end.at])
}

function gridLines(ends: readonly number[], sides: readonly number[]): number[] {
  return [...new Set([...ends, ...sides])].sort((p, q) => p - q)
}

function cheapest(open: Step[]): Step | undefined {
  let at = -1
  for (let i = 0; i < open.length; i++) if (at < 0 || open[i]!.cost < open[at]!.cost) at = i
  return at < 0 ? undefined : open.splice(at, 1)[0]
}
