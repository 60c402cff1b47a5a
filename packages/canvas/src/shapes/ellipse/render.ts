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
  getPath,
  getStroke,
} from '../shared/paint.ts'
import { createPolyline, type Path } from '../../geometry/path.ts'
import { ellipsePoints } from '../../geometry/curve.ts'
import { ellipseRoom } from './geometry.ts'
import type { EllipseRecord } from './schema.ts'

export function drawEllipse(pen: Pen, ellipse: EllipseRecord, view: ShapeView, options: RenderOptions): void {
  beginElement(pen, ellipse, ellipse.opacity)
  if (isHatched(ellipse, options)) {
    pen.save()
    pen.clipPath(
      getPath(ellipse, () => ellipsePath(ellipse.w, ellipse.h)),
      ellipse,
    )
    drawHatch(pen, ellipse, options)
    pen.restore()
  }
  pen.ellipse(ellipse, { stroke: getStroke(ellipse, options), fill: getFill(ellipse, options) })
  drawLabel(pen, ellipse, labelRoom(ellipse, ellipseRoom), labelColor(ellipse, options.theme), view, options)
  endElement(pen, ellipse, ellipse.opacity)
}

function ellipsePath(w: number, h: number): Path {
  return createPolyline(ellipsePoints({ x: w / 2, y: h / 2 }, w / 2, h / 2), true)
}
