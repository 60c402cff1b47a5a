import { getBoundEnd, getExitPoint, type BoundEnd } from '../../bindings/connector-end.ts'
import type { BoardRecord, DocumentView, ElementRecord, RecordId } from '../../document/model/record.ts'
import type { Cubic } from '../../geometry/curve.ts'
import { pointOnCubic, smoothThrough, splitCubic } from '../../geometry/curve.ts'
import { elbowRoute, type ElbowEnd } from '../../geometry/elbow.ts'
import { insidePolygon } from '../../geometry/polygon.ts'
import { distance, dot, subtract, normalize, type Vec } from '../../geometry/vec.ts'
import { getCentre } from '../../geometry/box.ts'
import { RecentCache } from '../../recent-cache.ts'
import type { Outline } from '../../shape.ts'
import type { Head } from '../shared/head-prop.ts'
import { headInset, touchesTarget } from '../shared/heads.ts'
import { pagePoints } from '../shared/points.ts'
import { cubicLine, roundedLine, straightLine, type Insets, type LineDrawing } from '../shared/polyline.ts'
import { followCorners } from './drawn-corners.ts'
import type { ConnectorRecord } from './schema.ts'

/** A connector as drawn, in page coordinates. */
export interface Route extends LineDrawing {
  /** Positions of ends and waypoints before the line is clipped at its targets. */
  readonly anchors: readonly Vec[]
  /** Corners of an elbow before bending, as reference for a bend; undefined if it has stored corners. */
  readonly unbent?: readonly Vec[]
}

/** The part of `ShapeView` needed for routing, also available on the server. */
export interface RouteView {
  readonly document: DocumentView
  getOutline(id: RecordId): Outline | undefined
}

type RoutedEnd = Pick<BoundEnd, 'binding' | 'target'>

/** A route and what it depends on, without the outlines of the targets, which take many times the memory. */
interface CachedRoute {
  readonly start: RoutedEnd | undefined
  readonly end: RoutedEnd | undefined
  readonly route: Route
}

const recent = new RecentCache<ElementRecord, CachedRoute>(10_000)

/** The route of a connector, cached until it, a binding or a target changes. */
export function getRoute(record: ConnectorRecord, view: RouteView): Route {
  const known = recent.get(record)
  if (known && isRouteCurrent(known, record, view)) return known.route
  const start = getBoundEnd(record.id, 'start', view)
  const end = getBoundEnd(record.id, 'end', view)
  const route = computeRoute(record, start, end)
  recent.set(record, { start: start && getRoutedEnd(start), end: end && getRoutedEnd(end), route })
  return route
}

const getRoutedEnd = ({ binding, target }: BoundEnd): RoutedEnd => ({ binding, target })

function isRouteCurrent(known: CachedRoute, record: ElementRecord, view: RouteView): boolean {
  const same = (before: RoutedEnd | undefined, binding: BoardRecord | undefined): boolean =>
    before?.binding === binding && (!before || view.document.get(before.binding.target) === before.target)
  let start: BoardRecord | undefined
  let end: BoardRecord | undefined
  for (const id of view.document.getBindings(record.id)) {
    const binding = view.document.get(id)
    if (binding?.parent !== record.id) continue
    if (binding['end'] === 'start') start = binding
    else end = binding
  }
  return same(known.start, start) && same(known.end, end)
}

function computeRoute(
  record: ConnectorRecord,
  start: BoundEnd | undefined,
  end: BoundEnd | undefined,
): Route {
  const anchors = pagePoints(record)
  if (start) anchors[0] = start.anchor
  if (end) anchors[anchors.length - 1] = end.anchor
  const insets = {
    start: headInset(record.startHead, record.strokeWidth),
    end: headInset(record.endHead, record.strokeWidth),
  }
  if (record.routing === 'elbow')
    return cornered(record, anchors, start, end, insets) ?? elbow(record, anchors, start, end, insets)
  if (record.routing === 'curved') return { ...curved(record, anchors, start, end, insets), anchors }
  const points = [...anchors]
  const last = points.length - 1
  if (start) points[0] = getExitPoint(start, anchors[1]!)
  if (end) points[last] = getExitPoint(end, anchors[last - 1]!)
  const gapped = withGaps(
    points,
    start && getGap(record.startHead, record),
    end && getGap(record.endHead, record),
  )
  return { ...straightLine(gapped, false, insets), anchors }
}

/** Gap between an arrowhead and its target. */
function getGap(head: Head, record: ConnectorRecord): number {
  return head === 'none' || touchesTarget(head) ? 0 : 2 + record.strokeWidth / 2
}

function withGaps(points: readonly Vec[], start: number | undefined, end: number | undefined): Vec[] {
  const next = [...points]
  const last = points.length - 1
  const back = (at: Vec, from: Vec, gap: number): Vec => {
    const length = distance(at, from)
    return length <= gap * 2
      ? at
      : { x: at.x + ((from.x - at.x) * gap) / length, y: at.y + ((from.y - at.y) * gap) / length }
  }
  if (start !== undefined) next[0] = back(points[0]!, points[1]!, start)
  if (end !== undefined) next[last] = back(points[last]!, points[last - 1]!, end)
  return next
}

function curved(
  record: ConnectorRecord,
  anchors: readonly Vec[],
  start: BoundEnd | undefined,
  end: BoundEnd | undefined,
  insets: Insets,
): LineDrawing {
  const curves = anchors.length > 2 ? smoothThrough(anchors) : [swing(anchors, start, end)]
  if (start && !start.normal) curves[0] = cutAtStart(curves[0]!, start.outline)
  const last = curves.length - 1
  if (end && !end.normal) curves[last] = reversed(cutAtStart(reversed(curves[last]!), end.outline))
  const first = curves[0]!
  if (start)
    curves[0] = [
      moveTowards(first[0], first[1], getGap(record.startHead, record)),
      first[1],
      first[2],
      first[3],
    ]
  const final = curves[last]!
  if (end)
    curves[last] = [
      final[0],
      final[1],
      final[2],
      moveTowards(final[3], final[2], getGap(record.endHead, record)),
    ]
  return cubicLine(curves, false, insets)
}

/** A single curve that leaves each end along its target's normal, or along the longer axis to the other end. */
function swing(anchors: readonly Vec[], start: BoundEnd | undefined, end: BoundEnd | undefined): Cubic {
  const [a, b] = [anchors[0]!, anchors[anchors.length - 1]!]
  const reach = distance(a, b) * 0.4
  const out = start?.normal ?? axisTowards(a, b)
  const back = end?.normal ?? axisTowards(b, a, out)
  return [
    a,
    { x: a.x + out.x * reach, y: a.y + out.y * reach },
    { x: b.x + back.x * reach, y: b.y + back.y * reach },
    b,
  ]
}

/** The axis direction from `a` to `b` with the larger distance; `like` breaks ties, so that both ends agree. */
function axisTowards(a: Vec, b: Vec, like?: Vec): Vec {
  const d = subtract(b, a)
  const level = Math.abs(d.x) === Math.abs(d.y) && like ? like.x !== 0 : Math.abs(d.x) >= Math.abs(d.y)
  return level ? { x: d.x < 0 ? -1 : 1, y: 0 } : { x: 0, y: d.y < 0 ? -1 : 1 }
}

function reversed([a, b, c, d]: Cubic): Cubic {
  return [d, c, b, a]
}

function moveTowards(at: Vec, to: Vec, by: number): Vec {
  if (distance(at, to) <= by * 2) return at
  const along = normalize(subtract(to, at))
  return { x: at.x + along.x * by, y: at.y + along.y * by }
}

/** The part of a curve after it leaves the outline in which it starts. */
function cutAtStart(curve: Cubic, outline: Outline): Cubic {
  if (!outline.closed) return curve
  let inside = -1
  const steps = 32
  for (let i = 0; i < steps; i++)
    if (insidePolygon(pointOnCubic(curve, i / steps), outline.points)) inside = i / steps
  if (inside < 0) return curve
  let [low, high] = [inside, inside + 1 / steps]
  for (let i = 0; i < 12; i++) {
    const middle = (low + high) / 2
    if (insidePolygon(pointOnCubic(curve, middle), outline.points)) low = middle
    else high = middle
  }
  return splitCubic(curve, high)[1]
}

/** An elbow through its stored corners, if there are any. */
function cornered(
  record: ConnectorRecord,
  anchors: readonly Vec[],
  start: BoundEnd | undefined,
  end: BoundEnd | undefined,
  insets: Insets,
): Route | undefined {
  const [a, b] = [anchors[0]!, anchors[anchors.length - 1]!]
  const corners = followCorners(pagePoints(record), a, b)
  if (!corners) return undefined
  const from = start ? getExitPoint(start, corners[0]!) : a
  const to = end ? getExitPoint(end, corners[corners.length - 1]!) : b
  const gapped = withGaps(
    [from, ...corners, to],
    start && getGap(record.startHead, record),
    end && getGap(record.endHead, record),
  )
  return { ...roundedLine(gapped, 10, insets), anchors: [a, ...corners, b] }
}

function elbow(
  record: ConnectorRecord,
  anchors: readonly Vec[],
  start: BoundEnd | undefined,
  end: BoundEnd | undefined,
  insets: Insets,
): Route {
  const [a, b] = [anchors[0]!, anchors[anchors.length - 1]!]
  const from = elbowEnd(a, b, start)
  const to = elbowEnd(b, a, end, from.out)
  const unbent = elbowRoute(...(record.bend === 0 ? levelled(from, to, start, end) : ([from, to] as const)))
  const bent = bend(unbent, record.bend)
  const gapped = withGaps(
    bent,
    start && getGap(record.startHead, record),
    end && getGap(record.endHead, record),
  )
  return { ...roundedLine(gapped, 10, insets), anchors: [a, b], unbent }
}

/** Ends that face each other with a smaller offset are joined by a straight line, page units. */
const kink = 8

/** Moves an end that is bound to a whole shape along its side, where the line would only have a small kink. */
function levelled(
  from: ElbowEnd,
  to: ElbowEnd,
  start: BoundEnd | undefined,
  end: BoundEnd | undefined,
): readonly [ElbowEnd, ElbowEnd] {
  const isLevel = from.out.x !== 0
  const offset = isLevel ? to.at.y - from.at.y : to.at.x - from.at.x
  const faces = dot(from.out, to.out) < -0.5 && dot(from.out, subtract(to.at, from.at)) > 0
  if (!faces || offset === 0 || Math.abs(offset) > kink) return [from, to]
  const isRoomy = ({ box, normal }: BoundEnd): boolean => !normal && (isLevel ? box.h : box.w) > 4 * kink
  if (end && isRoomy(end)) return [from, shifted(to, end, isLevel, -offset)]
  if (start && isRoomy(start)) return [shifted(from, start, isLevel, offset), to]
  return [from, to]
}

function shifted(elbowEnd: ElbowEnd, end: BoundEnd, isLevel: boolean, by: number): ElbowEnd {
  const { x, y } = end.anchor
  const anchor = isLevel ? { x, y: y + by } : { x: x + by, y }
  const far = { x: anchor.x + elbowEnd.out.x * 1e6, y: anchor.y + elbowEnd.out.y * 1e6 }
  return { ...elbowEnd, at: getExitPoint({ ...end, anchor }, far) }
}

function elbowEnd(at: Vec, other: Vec, end: BoundEnd | undefined, like?: Vec): ElbowEnd {
  if (!end) return { at, out: axisTowards(at, other, like) }
  if (end.normal) return { at, out: getSide(at, end, end.normal), box: end.box }
  const out = axisTowards(getCentre(end.box), other, like)
  const far = { x: at.x + out.x * 1e6, y: at.y + out.y * 1e6 }
  return { at: getExitPoint(end, far), out, box: end.box }
}

/**
 * The direction in which an elbow leaves a point on an outline: that of the nearest side of its box, because the
 * normal at a diamond's corner or beside an ellipse's extreme belongs to a slope and would lead around the shape.
 */
function getSide(at: Vec, { box, outline }: BoundEnd, normal: Vec): Vec {
  if (!outline.closed || box.w === 0 || box.h === 0) return getAxis(normal)
  const centre = getCentre(box)
  const [u, v] = [(at.x - centre.x) / box.w, (at.y - centre.y) / box.h]
  if (Math.abs(Math.abs(u) - Math.abs(v)) < 0.01) return getAxis(normal)
  const side = Math.abs(u) > Math.abs(v) ? { x: Math.sign(u), y: 0 } : { x: 0, y: Math.sign(v) }
  return dot(side, normal) > 0.01 ? side : getAxis(normal)
}

function getAxis(v: Vec): Vec {
  return Math.abs(v.x) >= Math.abs(v.y) ? { x: Math.sign(v.x), y: 0 } : { x: 0, y: Math.sign(v.y) }
}

/** Index of the segment that bends an elbow: the middle one that touches neither end. */
export function bendable(corners: readonly Vec[]): number | undefined {
  const piece = Math.floor((corners.length - 1) / 2)
  return corners.length >= 4 ? piece : undefined
}

function bend(corners: readonly Vec[], by: number): Vec[] {
  const piece = bendable(corners)
  if (piece === undefined || by === 0) return [...corners]
  const [p, q] = [corners[piece]!, corners[piece + 1]!]
  const upright = Math.abs(p.x - q.x) < Math.abs(p.y - q.y)
  const shift = (v: Vec): Vec => (upright ? { x: v.x + by, y: v.y } : { x: v.x, y: v.y + by })
  return corners.map((corner, i) => (i === piece || i === piece + 1 ? shift(corner) : corner))
}
