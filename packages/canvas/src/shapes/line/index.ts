import { defineShape } from '../shared/define-shape.ts'
import { hitLine, lineBounds, lineHandles, lineOutline, lineTrace } from './geometry.ts'
import { drawLine } from './render.ts'
import { flipLine, moveLineHandle } from './reshape.ts'
import { lineSchema, type LineRecord } from './schema.ts'

/** A straight or curved line through two or more points; open with arrowheads, or closed with a fill. */
export const line = defineShape<LineRecord>({
  schema: lineSchema,
  geometry: {
    bounds: lineBounds,
    outline: lineOutline,
    trace: lineTrace,
    hit: hitLine,
    handles: lineHandles,
  },
  draw: drawLine,
  edit: { moveHandle: moveLineHandle, flip: flipLine },
})
