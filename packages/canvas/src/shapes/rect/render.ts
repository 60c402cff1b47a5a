import type { RenderOptions, Pen } from '../../pen.ts'
import type { ShapeView } from '../../shape.ts'
import { createRectPath, drawPath, isHandDrawn } from '../shared/draw-path.ts'
import { drawLabel, labelRoom } from '../shared/label.ts'
import {
  beginElement,
  drawHatch,
  endElement,
  getFill,
  isHatched,
  labelColor,
  getPath,
  getStroke,
} from '../shared/paint.ts'
import type { RectRecord } from './schema.ts'

export function drawRect(pen: Pen, rect: RectRecord, view: ShapeView, options: RenderOptions): void {
  const radius = options.detail === 'blocks' ? 0 : Math.min(rect.radius, rect.w / 2, rect.h / 2)
  beginElement(pen, rect, rect.opacity)
  if (isHatched(rect, options)) {
    pen.save()
    pen.clip(rect, radius)
    drawHatch(pen, rect, options)
    pen.restore()
  }
  const style = { stroke: getStroke(rect, options), fill: getFill(rect, options) }
  if (isHandDrawn(rect, options)) {
    const outline = getPath(rect, () => createRectPath(rect.w, rect.h, radius))
    drawPath(pen, rect, outline, rect, style, options)
  } else pen.rect(rect, style, radius)
  drawLabel(pen, rect, labelRoom(rect), labelColor(rect, options.theme), view, options)
  endElement(pen, rect, rect.opacity)
}
