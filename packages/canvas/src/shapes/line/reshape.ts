import type { ElementRecord } from '../../document/model/record.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { Fields } from '../../shape.ts'
import { fieldsOfPoints, pagePoints } from '../shared/points.ts'
import { withMovedHandle } from '../shared/polyline.ts'
import type { LineRecord } from './schema.ts'

export function moveLineHandle(record: ElementRecord, handleId: string, to: Vec): Fields {
  return { ...fieldsOfPoints(withMovedHandle(pagePoints(record as LineRecord), handleId, to)) }
}

export function flipLine(record: ElementRecord, axis: 'horizontal' | 'vertical'): Fields {
  return { points: flipFractions((record as LineRecord).points, axis) }
}

/** Shares of a box seen in a mirror. */
function flipFractions(points: readonly number[], axis: 'horizontal' | 'vertical'): readonly number[] {
  const mirrored = axis === 'horizontal' ? 0 : 1
  return points.map((fraction, i) => (i % 2 === mirrored ? 1 - fraction : fraction))
}
