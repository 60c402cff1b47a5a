import { getPointBounds, containsPoint, inflate, getUnion, type Box } from '../../geometry/box.ts'
import { getLineLength, getPointAlongLine, distanceToLine, nearestOnLine } from '../../geometry/polygon.ts'
import { distance, midpoint, type Vec } from '../../geometry/vec.ts'
import type { Handle, Outline, ShapeView, TextBox, EdgeTrace } from '../../shape.ts'
import { getLineHeight, usualLineHeight } from '../../text/text-style.ts'
import { getLineWidth } from '../shared/boxed.ts'
import { getHandReach } from '../shared/draw-path.ts'
import { headLength } from '../shared/heads.ts'
import { getBlock } from '../shared/label.ts'
import { bendable, getRoute, type Route } from './route.ts'
import type { ConnectorRecord } from './schema.ts'

/** Labels wrap at this many character widths. */
const labelCharacters = 14
/** Gap between a label and the line around it. */
const labelGap = 4

export function labelWidth(record: ConnectorRecord): number {
  return record.size * labelCharacters
}

function labelCentre(record: ConnectorRecord, route: Route): Vec {
  return getPointAlongLine(route.points, record.labelAt).point
}

/** The layout box of the label, centred on the line. */
export function labelBox(connector: ConnectorRecord, view: ShapeView): Box | undefined {
  const block = getBlock({ ...connector, vertical: 'middle' }, labelWidth(connector), view.measure)
  if (!block) return undefined
  const centre = labelCentre(connector, getRoute(connector, view))
  return { x: centre.x - block.w / 2, y: centre.y - block.h / 2, w: block.w, h: block.h }
}

/** The part of the label's box covered by text, plus a gap. */
export function labelHole(connector: ConnectorRecord, view: ShapeView): Box | undefined {
  const room = labelBox(connector, view)
  const block = room && getBlock({ ...connector, vertical: 'middle' }, room.w, view.measure)
  if (!room || !block || block.widest === 0) return undefined
  const fraction = connector.align === 'start' ? 0 : connector.align === 'center' ? 0.5 : 1
  return inflate(
    { x: room.x + (room.w - block.widest) * fraction, y: room.y, w: block.widest, h: room.h },
    labelGap,
  )
}

export function connectorBounds(connector: ConnectorRecord, view: ShapeView): Box {
  const headed = connector.startHead !== 'none' || connector.endHead !== 'none'
  const head = headed ? headLength(connector.strokeWidth) * 0.6 : 0
  const room = connector.strokeWidth / 2 + getHandReach(connector) + head
  const line = inflate(getPointBounds(getRoute(connector, view).points), room)
  const label = labelHole(connector, view)
  return label ? getUnion(line, label) : line
}

export function connectorOutline(record: ConnectorRecord, view: ShapeView): Outline {
  return { points: getRoute(record, view).points, closed: false }
}

export function connectorTrace(record: ConnectorRecord, view: ShapeView): EdgeTrace {
  const { path, origin: at } = getRoute(record, view)
  return { form: 'path', path, at, filled: false, width: getLineWidth(record) }
}

export function hitConnector(record: ConnectorRecord, at: Vec, slack: number, view: ShapeView): boolean {
  const { strokeWidth } = record
  if (distanceToLine(at, getRoute(record, view).points) <= slack + strokeWidth / 2) return true
  const label = labelHole(record, view)
  return label !== undefined && containsPoint(label, at, slack)
}

/** Shorter segments of an elbow have no handle, page units. */
const shortSegment = 24

/**
 * Handles of both ends, the waypoints, and between them handles that move the segments of an elbow or add
 * waypoints to other lines.
 */
export function connectorHandles(record: ConnectorRecord, view: ShapeView): readonly Handle[] {
  const { routing } = record
  const route = getRoute(record, view)
  const ends: Handle[] = [
    { id: 'start', at: route.start, role: 'point' },
    { id: 'end', at: route.end, role: 'point' },
  ]
  if (routing === 'elbow') return [...ends, ...listSegmentHandles(route)]
  const { anchors, points } = route
  const lengths = anchors.map((at) => getLengthUpTo(at, points))
  const total = getLineLength(points) || 1
  const middles = anchors.slice(1).map((_, i): Handle => {
    const share = anchors.length === 2 ? 0.5 : (lengths[i]! + lengths[i + 1]!) / 2 / total
    return { id: `m${i}`, at: getPointAlongLine(points, share).point, role: 'middle' }
  })
  const waypoints = anchors.slice(1, -1).map((at, i): Handle => ({ id: `p${i + 1}`, at, role: 'point' }))
  return [...ends, ...waypoints, ...middles]
}

/**
 * The middle segment of a computed route bends it (`bend`) and keeps following its targets; any other segment
 * (`s0`, `s1`, …) is moved, and the corners are kept from then on.
 */
function listSegmentHandles(route: Route): Handle[] {
  const { points } = route
  return points.slice(1).flatMap((to, i): Handle[] => {
    const from = points[i]!
    const isBend = getSegmentHandle(route, i) === 'bend'
    if (!isBend && distance(from, to) < shortSegment) return []
    return [{ id: getSegmentHandle(route, i), at: midpoint(from, to), role: 'middle' }]
  })
}

function getSegmentHandle(route: Route, segment: number): string {
  return route.unbent && bendable(route.points) === segment ? 'bend' : `s${segment}`
}

/** The segment of an elbow at a point; other lines get a new waypoint between the neighbours on the line. */
export function getBendHandle(record: ConnectorRecord, at: Vec, view: ShapeView): Handle | undefined {
  const route = getRoute(record, view)
  const { points, anchors } = route
  if (record.routing === 'elbow') {
    const segment = nearestOnLine(at, points)?.index ?? 0
    const [from, to] = [points[segment]!, points[segment + 1] ?? points[segment]!]
    return { id: getSegmentHandle(route, segment), at: midpoint(from, to), role: 'middle' }
  }
  const along = (p: Vec): number => getLengthUpTo(p, points)
  const place = along(at)
  const before = anchors.slice(1, -1).filter((waypoint) => along(waypoint) < place).length
  return { id: `m${before}`, at, role: 'middle' }
}

/** The label slides along the line. */
export function getLabelHandle(record: ConnectorRecord, at: Vec, view: ShapeView): Handle | undefined {
  const label = record.text === null ? undefined : labelHole(record, view)
  if (!label || !containsPoint(label, at)) return undefined
  return { id: 'label', at: labelCentre(record, getRoute(record, view)), role: 'middle' }
}

/** Length of the line up to its point nearest to `p`. */
export function getLengthUpTo(p: Vec, points: readonly Vec[]): number {
  const near = nearestOnLine(p, points)
  return near ? getLineLength([...points.slice(0, near.index + 1), near.point]) : 0
}

export function connectorTextBox(connector: ConnectorRecord, view: ShapeView): TextBox {
  const { font, size, color, align, lineHeight = usualLineHeight } = connector
  const empty = (): Box => {
    const centre = labelCentre(connector, getRoute(connector, view))
    const [w, h] = [labelWidth(connector), getLineHeight(connector)]
    return { x: centre.x - w / 2, y: centre.y - h / 2, w, h }
  }
  const box = labelBox(connector, view) ?? empty()
  return { box, font, size, color, align, vertical: 'middle', grows: false, lineHeight }
}
