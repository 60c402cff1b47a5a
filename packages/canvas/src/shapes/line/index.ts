import { defineShape } from '../../shape.ts'
import { hitLine, lineBounds, lineHandles, lineOutline, lineSnapPoints } from './geometry.ts'
import { drawLine } from './render.ts'
import { flipLine, moveLineHandle } from './reshape.ts'
import { lineSchema, type LineRecord } from './schema.ts'

/** A line through two or more points, straight or curved, open with heads or closed with an area. */
export const line = defineShape<LineRecord>({
  kind: 'line',
  nameKey: 'shapes.line',
  schema: lineSchema,
  geometry: {
    bounds: lineBounds,
    outline: lineOutline,
    hit: hitLine,
    handles: lineHandles,
    snapPoints: lineSnapPoints,
  },
  draw: drawLine,
  edit: { moveHandle: moveLineHandle, flip: flipLine },
})
