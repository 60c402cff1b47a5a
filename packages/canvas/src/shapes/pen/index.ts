import { defineShape } from '../shared/define-shape.ts'
import { hitPen, penBounds, penOutline, penTrace } from './geometry.ts'
import { drawPen } from './render.ts'
import { penSchema, type PenRecord } from './schema.ts'

/** A freehand stroke: pressure-sensitive pen, even pen or highlighter. */
export const pen = defineShape<PenRecord>({
  schema: penSchema,
  geometry: { bounds: penBounds, outline: penOutline, trace: penTrace, hit: hitPen },
  draw: drawPen,
  edit: {
    flip: (record, axis) => {
      const { flipX, flipY } = record
      return axis === 'horizontal' ? { flipX: !flipX } : { flipY: !flipY }
    },
  },
})
