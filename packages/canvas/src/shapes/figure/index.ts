import type { EdgeTrace } from '../../shape.ts'
import { formIds } from '../../geometry/forms/index.ts'
import { getLineWidth } from '../shared/boxed.ts'
import { defineArea } from '../shared/define-shape.ts'
import { figureDrawing, figureRoom } from './geometry.ts'
import { drawFigure } from './render.ts'
import { figureSchema, type FigureRecord } from './schema.ts'

/** A shape with one of many forms, and with stroke, fill and text. */
export const figure = defineArea<FigureRecord>(
  {
    schema: figureSchema,
    getNameKey: ({ form }) => (formIds.includes(form) ? `forms.${form}` : 'shapes.figure'),
    geometry: { trace: getTrace },
    draw: drawFigure,
    edit: {
      flip: ({ flipX, flipY }, axis) => (axis === 'horizontal' ? { flipX: !flipX } : { flipY: !flipY }),
    },
  },
  figureRoom,
)

function getTrace(record: FigureRecord): EdgeTrace {
  const { x, y } = record
  const { path } = figureDrawing(record)
  return { form: 'path', path, at: { x, y }, filled: true, width: getLineWidth(record) }
}
