import type { RenderOptions, Pen } from '../../pen.ts'
import type { ShapeView } from '../../shape.ts'
import { drawPath } from '../shared/draw-path.ts'
import { drawLabel, labelRoom } from '../shared/label.ts'
import {
  beginElement,
  drawHatch,
  endElement,
  getFill,
  getStroke,
  isHatched,
  labelColor,
} from '../shared/paint.ts'
import { figureDrawing, figureRoom } from './geometry.ts'
import type { FigureRecord } from './schema.ts'

export function drawFigure(pen: Pen, figure: FigureRecord, view: ShapeView, options: RenderOptions): void {
  const { path, details } = figureDrawing(figure)
  const stroke = getStroke(figure, options)
  beginElement(pen, figure, figure.opacity)
  if (isHatched(figure, options)) {
    pen.save()
    pen.clipPath(path, figure)
    drawHatch(pen, figure, options)
    pen.restore()
  }
  drawPath(pen, figure, path, figure, { stroke, fill: getFill(figure, options) }, options)
  if (details && stroke && options.detail !== 'blocks')
    drawPath(pen, figure, details, figure, { stroke }, options)
  const room = labelRoom(figure, figureRoom(figure))
  drawLabel(pen, figure, room, labelColor(figure, options.theme), view, options)
  endElement(pen, figure, figure.opacity)
}
