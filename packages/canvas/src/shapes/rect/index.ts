import { defineShape } from '../../shape.ts'
import { boxBounds, boxOutline, boxSnapPoints, growToLabel } from '../shared/boxed.ts'
import { labelRoom, labelTextBox } from '../shared/label.ts'
import { rectText } from './export.ts'
import { hitRect } from './geometry.ts'
import { drawRect } from './render.ts'
import { rectSchema, type RectRecord } from './schema.ts'

/** A box with a line, an area and a text inside; grows downwards when its text needs it. */
export const rect = defineShape<RectRecord>({
  kind: 'rect',
  nameKey: 'shapes.rect',
  schema: rectSchema,
  geometry: { bounds: boxBounds, outline: boxOutline, hit: hitRect, snapPoints: boxSnapPoints },
  draw: drawRect,
  edit: {
    reshape: (record, { box }, view) => ({ ...box, ...growToLabel({ ...record, ...box }, 1, view) }),
    fit: (record, view) => growToLabel(record, 1, view),
    textBox: (record) => labelTextBox(record, labelRoom(record)),
  },
  export: { plainText: rectText },
})
