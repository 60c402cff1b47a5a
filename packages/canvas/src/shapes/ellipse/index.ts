import { getLineWidth } from '../shared/boxed.ts'
import { defineArea } from '../shared/define-shape.ts'
import { ellipseBounds, ellipseRoom } from './geometry.ts'
import { drawEllipse } from './render.ts'
import { ellipseSchema, type EllipseRecord } from './schema.ts'

/** An ellipse with stroke, fill and text. */
export const ellipse = defineArea<EllipseRecord>(
  {
    schema: ellipseSchema,
    geometry: {
      bounds: ellipseBounds,
      trace: (record) => ({ form: 'ellipse', width: getLineWidth(record) }),
    },
    draw: drawEllipse,
  },
  ellipseRoom,
)
