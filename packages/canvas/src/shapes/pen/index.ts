import { defineShape } from '../../shape.ts'
import { boxSnapPoints } from '../shared/boxed.ts'
import { hitPen, penBounds, penOutline } from './geometry.ts'
import { drawPen } from './render.ts'
import { penSchema, type PenRecord } from './schema.ts'

/** A stroke of the hand: pen that swells with pressure, even pen or highlighter. */
export const pen = defineShape<PenRecord>({
  kind: 'pen',
  nameKey: 'shapes.pen',
  schema: penSchema,
  geometry: { bounds: penBounds, outline: penOutline, hit: hitPen, snapPoints: boxSnapPoints },
  draw: drawPen,
  edit: {
    flip: (record, axis) => {
      const { flipX, flipY } = record
      return axis === 'horizontal' ? { flipX: !flipX } : { flipY: !flipY }
    },
  },
})
