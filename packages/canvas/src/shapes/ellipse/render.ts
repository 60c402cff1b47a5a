import type { RenderOptions, Pen } from '../../pen.ts'
import type { ShapeView } from '../../shape.ts'
import { createEllipsePath, drawPath, isHandDrawn } from '../shared/draw-path.ts'
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
import type { Path } from '../../geometry/path.ts'
import { ellipseRoom } from './geometry.ts'
import type { EllipseRecord } from './schema.ts'

export function drawEllipse(pen: Pen, ellipse: EllipseRecord, view: ShapeView, options: RenderOptions): void {
  const outline = (): Path => getPath(ellipse, () => createEllipsePath(ellipse.w, ellipse.h))
  const style = { stroke: getStroke(ellipse, options), fill: getFill(ellipse, options) }
  beginElement(pen, ellipse, ellipse.opacity)
  if (isHatched(ellipse, options)) {
    pen.save()
    pen.clipPath(outline(), ellipse)
    drawHatch(pen, ellipse, options)
    pen.restore()
  }
  if (isHandDrawn(ellipse, options)) drawPath(pen, ellipse, outline(), ellipse, style, options)
  else pen.ellipse(ellipse, style)
  drawLabel(pen, ellipse, labelRoom(ellipse, ellipseRoom), labelColor(ellipse, options.theme), view, options)
  endElement(pen, ellipse, ellipse.opacity)
}
