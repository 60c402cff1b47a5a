import { defineShape } from '../../shape.ts'
import { growToLabel } from '../shared/boxed.ts'
import { labelRoom, labelTextBox } from '../shared/label.ts'
import { ellipseText } from './export.ts'
import { ellipseBounds, ellipseOutline, ellipseRoom, ellipseSnapPoints, hitEllipse } from './geometry.ts'
import { drawEllipse } from './render.ts'
import { ellipseSchema, type EllipseRecord } from './schema.ts'

/** An ellipse with a line, an area and a text inside. */
export const ellipse = defineShape<EllipseRecord>({
  kind: 'ellipse',
  nameKey: 'shapes.ellipse',
  schema: ellipseSchema,
  geometry: {
    bounds: ellipseBounds,
    outline: ellipseOutline,
    hit: hitEllipse,
    snapPoints: ellipseSnapPoints,
  },
  draw: drawEllipse,
  edit: {
    reshape: (record, { box }, view) => ({
      ...box,
      ...growToLabel({ ...record, ...box }, ellipseRoom, view),
    }),
    fit: (record, view) => growToLabel(record, ellipseRoom, view),
    textBox: (record) => labelTextBox(record, labelRoom(record, ellipseRoom)),
  },
  export: { plainText: ellipseText },
})
