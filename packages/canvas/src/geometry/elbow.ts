import type { Box } from './box.ts'
import { inflate } from './box.ts'
import { segmentMeetsBox } from './intersect.ts'
import { lengthOfLine } from './polygon.ts'
import type { Vec } from './vec.ts'

/** One end of a right-angled route. */
export interface ElbowEnd {
  readonly at: Vec
  /** The way out: one of the four axis directions. */
  readonly out: Vec
  /** What the route may not cross here. */
  readonly box?: Box | undefined
}

/** How far a route keeps from what it goes around, in page units. */
export const elbowMargin = 20

/** What one more bend is worth, in page units of detour. */
const bendCost = 30

/**
 * A right-angled route from one end to the other that leaves both along their `out` and goes around both boxes:
 * first the common forms in order of their bends, then a search over the lines that the boxes span.
 */
export function elbowRoute(start: ElbowEnd, end: ElbowEnd): Vec[] {
  const margin = marginBetween(start, end)
  const a = stub(start, margin)
  const b = stub(end, margin)
  const walls = [start.box, end.box].flatMap((box) => (box ? [inflate(box, margin - 0.5)] : []))
  let best: { readonly points: Vec[]; readonly cost: number } | undefined
  for (const middle of commonForms(a, b)) {
    const points = withoutDoubles([start.at, a, ...middle, b, end.at])
    if (turnsBack(points) || crosses([a, ...middle, b], walls)) continue
    const straight = withoutFlatPoints(points)
    const cost = lengthOfLine(straight) + straight.length * bendCost
    if (!best || cost < best.cost) best = { points: straight, cost }
  }
  return best?.points ?? searchedRoute(start, end, a, b, walls)
}

/** Close together, ends that face each other leave only a part of the room between them. */
function marginBetween(start: ElbowEnd, end: ElbowEnd): number {
  const facing = start.out.x * end.out.x + start.out.y * end.out.y < 0
  const [a, b] = [stub(start, 0), stub(end, 0)]
  const gap = (b.x - a.x) * start.out.x + (b.y - a.y) * start.out.y
  return facing && gap > 0 ? Math.min(elbowMargin, gap / 2) : elbowMargin
}

/** Straight out of an end, until `margin` beyond its box. */
function stub({ at, out, box }: ElbowEnd, margin: number): Vec {
  if (!box) return { x: at.x + out.x * margin, y: at.y + out.y * margin }
  if (out.x !== 0) return { x: out.x > 0 ? box.x + box.w + margin : box.x - margin, y: at.y }
  return { x: at.x, y: out.y > 0 ? box.y + box.h + margin : box.y - margin }
}

function commonForms(a: Vec, b: Vec): Vec[][] {
  const x = (a.x + b.x) / 2
  const y = (a.y + b.y) / 2
  return [
    [{ x: b.x, y: a.y }],
    [{ x: a.x, y: b.y }],
    [
      { x, y: a.y },
      { x, y: b.y },
    ],
    [
      { x: a.x, y },
      { x: b.x, y },
    ],
  ]
}

/** Does the route reverse on itself anywhere, or run aslant? */
function turnsBack(points: readonly Vec[]): boolean {
  for (let i = 2; i < points.length; i++) {
    const [p, q, r] = [points[i - 2]!, points[i - 1]!, points[i]!]
    const before = { x: q.x - p.x, y: q.y - p.y }
    const after = { x: r.x - q.x, y: r.y - q.y }
    if (before.x * after.x + before.y * after.y < -0.001) return true
  }
  return false
}

function crosses(points: readonly Vec[], walls: readonly Box[]): boolean {
  for (const wall of walls) {
    for (let i = 1; i < points.length; i++) if (segmentMeetsBox(points[i - 1]!, points[i]!, wall)) return true
  }
  return false
}

function withoutDoubles(points: readonly Vec[]): Vec[] {
  return points.filter((p, i) => {
    const before = points[i - 1]
    return !before || Math.abs(before.x - p.x) > 0.001 || Math.abs(before.y - p.y) > 0.001
  })
}

function withoutFlatPoints(points: readonly Vec[]): Vec[] {
  const kept: Vec[] = []
  for (const p of withoutDoubles(points)) {
    const [before, last] = [kept[kept.length - 2], kept[kept.length - 1]]
    const flat = before && last && (onOne(before.x, last.x, p.x) || onOne(before.y, last.y, p.y))
    if (flat) kept.pop()
    kept.push(p)
  }
  return kept
}

function onOne(a: number, b: number, c: number): boolean {
  return Math.abs(a - b) < 0.001 && Math.abs(b - c) < 0.001
}

interface Step {
  readonly column: number
  readonly row: number
  /** 0 along x, 1 along y. */
  readonly axis: number
  readonly cost: number
  readonly from: Step | undefined
}

/** Cheapest way over the grid that ends and boxes span; straight through when everything is walled in. */
function searchedRoute(start: ElbowEnd, end: ElbowEnd, a: Vec, b: Vec, walls: readonly Box[]): Vec[] {
  const xs = gridLines(
    [a.x, b.x, (a.x + b.x) / 2],
    walls.flatMap((w) => [w.x - 0.5, w.x + w.w + 0.5]),
  )
  const ys = gridLines(
    [a.y, b.y, (a.y + b.y) / 2],
    walls.flatMap((w) => [w.y - 0.5, w.y + w.h + 0.5]),
  )
  const goal = { column: xs.indexOf(b.x), row: ys.indexOf(b.y) }
  const goalAxis = end.out.x !== 0 ? 0 : 1
  const first: Step = {
    column: xs.indexOf(a.x),
    row: ys.indexOf(a.y),
    axis: start.out.x !== 0 ? 0 : 1,
    cost: 0,
    from: undefined,
  }
  const open: Step[] = [first]
  const done = new Set<number>()
  for (;;) {
    const next = cheapest(open)
    if (!next) return withoutFlatPoints([start.at, a, { x: b.x, y: a.y }, b, end.at])
    const key = (next.row * xs.length + next.column) * 2 + next.axis
    if (done.has(key)) continue
    done.add(key)
    if (next.column === goal.column && next.row === goal.row) {
      const way: Vec[] = []
      for (let at: Step | undefined = next; at; at = at.from)
        way.unshift({ x: xs[at.column]!, y: ys[at.row]! })
      return withoutFlatPoints([start.at, ...way, end.at])
    }
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const [column, row] = [next.column + dx, next.row + dy]
      if (column < 0 || row < 0 || column >= xs.length || row >= ys.length) continue
      const here = { x: xs[next.column]!, y: ys[next.row]! }
      const there = { x: xs[column]!, y: ys[row]! }
      if (crosses([here, there], walls)) continue
      const axis = dx !== 0 ? 0 : 1
      const reverses = next === first && dx * start.out.x + dy * start.out.y < 0
      const arrives = column === goal.column && row === goal.row && axis !== goalAxis
      const turns = (axis === next.axis ? 0 : 1) + (arrives ? 1 : 0) + (reverses ? 4 : 0)
      const cost = next.cost + Math.abs(there.x - here.x) + Math.abs(there.y - here.y) + turns * bendCost
      open.push({ column, row, axis, cost, from: next })
    }
  }
}

function gridLines(ends: readonly number[], sides: readonly number[]): number[] {
  return [...new Set([...ends, ...sides])].sort((p, q) => p - q)
}

function cheapest(open: Step[]): Step | undefined {
  let at = -1
  for (let i = 0; i < open.length; i++) if (at < 0 || open[i]!.cost < open[at]!.cost) at = i
  return at < 0 ? undefined : open.splice(at, 1)[0]
}
