import type { ElementRecord } from '../../document/record.ts'
import { boundsOfTurned, inflate, toPage, toUpright, type Box } from '../../geometry/box.ts'
import { distanceToLine } from '../../geometry/polygon.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { Outline, ShapeView } from '../../shape.ts'
import type { PenRecord } from './schema.ts'
import { strokeOf } from './stroke.ts'

/** Half the width where the hand presses hardest, and a little for rounding. */
function room({ nib, strokeWidth }: PenRecord): number {
  return nib === 'pen' ? strokeWidth * 0.85 + 0.25 : strokeWidth / 2 + 0.25
}

/** From the record alone: an index of 100,000 strokes must not decode one of them. */
export function penBounds(record: ElementRecord): Box {
  return boundsOfTurned(inflate(record, room(record as PenRecord)), record.r)
}

export function penOutline(record: ElementRecord, view: ShapeView): Outline {
  const points = strokeOf(record, view).points.map((p) =>
    toPage({ x: p.x + record.x, y: p.y + record.y }, record),
  )
  return { points, closed: false }
}

export function hitPen(record: ElementRecord, at: Vec, slack: number, view: ShapeView): boolean {
  const upright = toUpright(at, record)
  const local = { x: upright.x - record.x, y: upright.y - record.y }
  return distanceToLine(local, strokeOf(record, view).points) <= slack + (record as PenRecord).strokeWidth / 2
}
