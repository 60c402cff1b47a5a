import type { RenderOptions, Pen } from '../../pen.ts'
import type { ShapeView } from '../../shape.ts'
import { drawLabel, labelRoom } from '../shared/label.ts'
import {
  beginElement,
  drawHatch,
  endElement,
  getFill,
  isHatched,
  labelColor,
  getStroke,
} from '../shared/paint.ts'
import type { RectRecord } from './schema.ts'

export function drawRect(pen: Pen, rect: RectRecord, view: ShapeView, look: RenderOptions): void {
  const radius = look.detail === 'blocks' ? 0 : Math.min(rect.radius, rect.w / 2, rect.h / 2)
  beginElement(pen, rect, rect.opacity)
  if (isHatched(rect, look)) {
    pen.save()
    pen.clip(rect, radius)
    drawHatch(pen, rect, look)
    pen.restore()
  }
  pen.rect(rect, { stroke: getStroke(rect, look), fill: getFill(rect, look) }, radius)
  drawLabel(pen, rect, labelRoom(rect), labelColor(rect, look.theme), view, look)
  endElement(pen, rect, rect.opacity)
}
