import type { Vec } from '../../geometry/vec.ts'
import type { ElementRecord } from '../../document/model/record.ts'
import type { ShapeView } from '../../shape.ts'
import { boxOutline, outlineHit } from '../shared/boxed.ts'

export function hitRect(record: ElementRecord, at: Vec, slack: number, view: ShapeView): boolean {
  return outlineHit(record, boxOutline(record), at, slack, 1, view)
}
