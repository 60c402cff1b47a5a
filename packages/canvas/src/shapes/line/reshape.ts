import type { Vec } from '../../geometry/vec.ts'
import type { Fields } from '../../shape.ts'
import { fieldsOfPoints, pagePoints } from '../shared/points.ts'
import { withMovedHandle } from '../shared/polyline.ts'
import type { LineRecord } from './schema.ts'

export function moveLineHandle(record: LineRecord, handleId: string, to: Vec): Fields {
  return { ...fieldsOfPoints(withMovedHandle(pagePoints(record), handleId, to)) }
}

export function flipLine(record: LineRecord, axis: 'horizontal' | 'vertical'): Fields {
  return { points: flipFractions(record.points, axis) }
}

/** Mirrors points given as fractions of a box. */
function flipFractions(points: readonly number[], axis: 'horizontal' | 'vertical'): readonly number[] {
  const mirrored = axis === 'horizontal' ? 0 : 1
  return points.map((fraction, i) => (i % 2 === mirrored ? 1 - fraction : fraction))
}
