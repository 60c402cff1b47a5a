import { getRotatedBounds, inflate, toPage, toUpright, type Box } from '../../geometry/box.ts'
import { distanceToSegment } from '../../geometry/polygon.ts'
import { distance, type Vec } from '../../geometry/vec.ts'
import type { Outline, ShapeView, EdgeTrace } from '../../shape.ts'
import type { PenRecord } from './schema.ts'
import { fullPath, getStroke } from './stroke.ts'

/** Half the width at full pressure, plus a margin for rounding. */
function room({ nib, strokeWidth }: PenRecord): number {
  return nib === 'pen' ? strokeWidth * 0.85 + 0.25 : strokeWidth / 2 + 0.25
}

/** From the record alone, so that indexing does not decode strokes. */
export function penBounds(record: PenRecord): Box {
  return getRotatedBounds(inflate(record, room(record)), record.r)
}

export function penOutline(record: PenRecord, view: ShapeView): Outline {
  const flat = getStroke(record, view).points
  const points: Vec[] = []
  for (let i = 0; i < flat.length; i += 3) {
    points.push(toPage({ x: flat[i]! + record.x, y: flat[i + 1]! + record.y }, record))
  }
  return { points, closed: false }
}

export function penTrace(record: PenRecord, view: ShapeView): EdgeTrace {
  const isArea = record.nib === 'pen'
  const path = fullPath(getStroke(record, view), record)
  return { form: 'path', path, at: record, filled: isArea, width: isArea ? 0 : record.strokeWidth }
}

export function hitPen(record: PenRecord, at: Vec, slack: number, view: ShapeView): boolean {
  const upright = toUpright(at, record)
  const local = { x: upright.x - record.x, y: upright.y - record.y }
  const reach = slack + record.strokeWidth / 2
  const flat = getStroke(record, view).points
  const point = (i: number): Vec => ({ x: flat[i]!, y: flat[i + 1]! })
  if (flat.length === 3) return distance(local, point(0)) <= reach
  for (let i = 3; i < flat.length; i += 3) {
    if (distanceToSegment(local, point(i - 3), point(i)) <= reach) return true
  }
  return false
}
