import type { EdgeTrace } from '../../shape.ts'
import { getLineWidth } from '../shared/boxed.ts'
import { defineArea } from '../shared/define-shape.ts'
import { diamondCorners, diamondRoom } from './geometry.ts'
import { drawDiamond } from './render.ts'
import { diamondSchema, type DiamondRecord } from './schema.ts'

/** A diamond with stroke, fill and text. */
export const diamond = defineArea<DiamondRecord>(
  { schema: diamondSchema, geometry: { trace: getTrace }, draw: drawDiamond },
  diamondRoom,
)

function getTrace(record: DiamondRecord): EdgeTrace {
  return { form: 'polygon', points: diamondCorners(record), width: getLineWidth(record) }
}
