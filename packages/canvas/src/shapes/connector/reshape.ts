import { getLineLength } from '../../geometry/polygon.ts'
import { withoutFlatPoints } from '../../geometry/elbow.ts'
import { distance, interpolate, type Vec } from '../../geometry/vec.ts'
import type { Fields, ShapeView } from '../../shape.ts'
import { fieldsOfPoints } from '../shared/points.ts'
import { withMovedHandle } from '../shared/polyline.ts'
import { getLengthUpTo } from './geometry.ts'
import { bendable, getRoute, type Route, type RouteView } from './route.ts'
import type { ConnectorRecord } from './schema.ts'

/** Fields for a moved handle. `start` and `end` store the unbound position; bindings are changed by the tool. */
export function moveConnectorHandle(
  record: ConnectorRecord,
  handleId: string,
  to: Vec,
  view: ShapeView,
): Fields {
  const route = getRoute(record, view)
  if (handleId === 'label') return { labelAt: getLabelPosition(route, to) }
  if (handleId === 'bend') return { bend: bendTo(route.unbent ?? [], to) }
  if (handleId.startsWith('s') && handleId !== 'start')
    return moveSegment(route, Number(handleId.slice(1)), to)
  const points = drawnPoints(route)
  const last = points.length - 1
  if (handleId === 'start') points[0] = withoutKink(record, to, points[last]!)
  else if (handleId === 'end') points[last] = withoutKink(record, to, points[0]!)
  else return { ...fieldsOfPoints(withMovedHandle(points, handleId, to)) }
  return { ...fieldsOfPoints(points) }
}

/** Distance from an end at which its segment turns to one that was moved aside, page units. */
const stub = 20

/** Moves a segment of an elbow sideways. At an end of the line the end stays, and the segment gets new corners. */
function moveSegment({ points }: Route, segment: number, to: Vec): Fields {
  const [from, next] = [points[segment], points[segment + 1]]
  if (!from || !next) return {}
  const isUpright = Math.abs(from.x - next.x) < Math.abs(from.y - next.y)
  const getPlace = (p: Vec): number => (isUpright ? p.x : p.y)
  // A segment moved next to a parallel neighbour continues it, and their corners go.
  const neighbours = [points[segment - 2], points[segment + 3]].filter((p) => p !== undefined)
  const near = neighbours.find((p) => Math.abs(getPlace(p) - getPlace(to)) <= kink)
  const place = getPlace(near ?? to)
  const aside = ({ x, y }: Vec): Vec => (isUpright ? { x: place, y } : { x, y: place })
  const share = Math.min(stub / (distance(from, next) || 1), 0.25)
  const moved: Vec[] = []
  if (segment === 0) moved.push(from, interpolate(from, next, share), aside(interpolate(from, next, share)))
  else moved.push(...points.slice(0, segment), aside(from))
  if (segment + 2 === points.length)
    moved.push(aside(interpolate(next, from, share)), interpolate(next, from, share), next)
  else moved.push(aside(next), ...points.slice(segment + 2))
  return { ...fieldsOfPoints(withoutFlatPoints(moved)), bend: 0 }
}

/** A label this near to the middle of the line snaps to it, page units. */
const middleReach = 8

/** The nearest position on the line, as a fraction of its length. */
function getLabelPosition({ points }: Route, to: Vec): number {
  const length = getLineLength(points)
  if (length === 0) return 0.5
  const along = getLengthUpTo(to, points)
  if (Math.abs(along - length / 2) <= middleReach) return 0.5
  return Math.max(0, Math.min(1, Math.round((along / length) * 1e4) / 1e4))
}

/** An end of an elbow that is nearly level with the other one would give a kink, page units. */
const kink = 8

function withoutKink({ routing, points }: ConnectorRecord, to: Vec, other: Vec): Vec {
  if (routing !== 'elbow' || points.length > 4) return to
  const [dx, dy] = [Math.abs(to.x - other.x), Math.abs(to.y - other.y)]
  if (dy <= kink && dx > 4 * kink) return { x: to.x, y: other.y }
  return dx <= kink && dy > 4 * kink ? { x: other.x, y: to.y } : to
}

/** Ends as drawn, waypoints as stored. */
function drawnPoints(route: Route): Vec[] {
  return [route.start, ...route.anchors.slice(1, -1), route.end]
}

function bendTo(unbent: readonly Vec[], to: Vec): number {
  const piece = bendable(unbent)
  if (piece === undefined) return 0
  const [p, q] = [unbent[piece]!, unbent[piece + 1]!]
  const upright = Math.abs(p.x - q.x) < Math.abs(p.y - q.y)
  return Math.round((upright ? to.x - p.x : to.y - p.y) * 100) / 100
}

export function flipConnector(record: ConnectorRecord, axis: 'horizontal' | 'vertical'): Fields {
  const mirrored = axis === 'horizontal' ? 0 : 1
  const { points, bend } = record
  return { points: points.map((fraction, i) => (i % 2 === mirrored ? 1 - fraction : fraction)), bend: -bend }
}

/**
 * Fields that keep the ends as drawn when a target is removed. Rounded, so that server and browsers compute
 * identical values.
 */
export function releasedConnector(record: ConnectorRecord, view: RouteView): Fields {
  const round = (v: Vec): Vec => ({ x: Math.round(v.x * 16) / 16, y: Math.round(v.y * 16) / 16 })
  return { ...fieldsOfPoints(drawnPoints(getRoute(record, view)).map(round)) }
}
