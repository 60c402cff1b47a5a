import { getPointBounds, inflate, toPage, toUpright, type Box } from '../../geometry/box.ts'
import { interpolate, type Vec } from '../../geometry/vec.ts'
import { distanceToLine, insidePolygon } from '../../geometry/polygon.ts'
import type { ElementRecord } from '../../document/model/record.ts'
import { RecentCache } from '../../recent-cache.ts'
import type { Handle, Outline, EdgeTrace } from '../../shape.ts'
import { getLineWidth, getStrokeReach } from '../shared/boxed.ts'
import { headInset, headLength } from '../shared/heads.ts'
import { pagePoints, uprightPoints } from '../shared/points.ts'
import { curvedLine, pointHandles, straightLine, type LineDrawing } from '../shared/polyline.ts'
import type { LineRecord } from './schema.ts'

const drawings = new RecentCache<ElementRecord, LineDrawing>(10_000)

/** The line before rotation. */
export function lineDrawing(line: LineRecord): LineDrawing {
  const known = drawings.get(line)
  if (known) return known
  const insets = {
    start: headInset(line.startHead, line.strokeWidth),
    end: headInset(line.endHead, line.strokeWidth),
  }
  const points = uprightPoints(line)
  const drawing = (line.routing === 'curved' ? curvedLine : straightLine)(points, line.closed, insets)
  drawings.set(line, drawing)
  return drawing
}

export function lineOutline(record: LineRecord): Outline {
  const { points } = lineDrawing(record)
  const closed = record.closed
  return { points: record.r === 0 ? points : points.map((p) => toPage(p, record)), closed }
}

export function lineTrace(record: LineRecord): EdgeTrace {
  const { path, origin: at } = lineDrawing(record)
  return { form: 'path', path, at, filled: record.closed, width: getLineWidth(record) }
}

export function lineBounds(line: LineRecord): Box {
  const heads = !line.closed && (line.startHead !== 'none' || line.endHead !== 'none')
  const room = getStrokeReach(line) + (heads ? headLength(line.strokeWidth) * 0.6 : 0)
  return inflate(getPointBounds(lineOutline(line).points), line.stroke === 'none' ? 0 : room)
}

export function hitLine(line: LineRecord, at: Vec, slack: number): boolean {
  const { points } = lineDrawing(line)
  const point = toUpright(at, line)
  if (distanceToLine(point, points, line.closed) <= slack + line.strokeWidth / 2) return true
  return line.closed && line.fill !== 'none' && insidePolygon(point, points)
}

export function lineHandles(line: LineRecord): readonly Handle[] {
  const points = pagePoints(line)
  return pointHandles(points, getMiddles(line, points))
}

/** Midpoints of the segments, on the curve for curved lines. */
function getMiddles(line: LineRecord, points: readonly Vec[]): Vec[] {
  if (line.routing === 'straight') {
    const ends = line.closed ? [...points.slice(1), points[0]!] : points.slice(1)
    return ends.map((end, i) => interpolate(points[i]!, end, 0.5))
  }
  const outline = lineOutline(line).points
  const pieces = line.closed ? points.length : points.length - 1
  return Array.from({ length: pieces }, (_, i) => outline[i * 16 + 8]!)
}
