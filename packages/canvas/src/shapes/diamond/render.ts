import { createPolyline } from '../../geometry/path.ts'
import type { RenderOptions, Pen } from '../../pen.ts'
import type { ShapeView } from '../../shape.ts'
import { drawPath } from '../shared/draw-path.ts'
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
import { diamondCorners, diamondRoom } from './geometry.ts'
import type { DiamondRecord } from './schema.ts'

export function drawDiamond(pen: Pen, diamond: DiamondRecord, view: ShapeView, options: RenderOptions): void {
  const outline = getPath(diamond, () => createPolyline(diamondCorners({ ...diamond, x: 0, y: 0 }), true))
  beginElement(pen, diamond, diamond.opacity)
  if (isHatched(diamond, options)) {
    pen.save()
    pen.clipPath(outline, diamond)
    drawHatch(pen, diamond, options)
    pen.restore()
  }
  const style = { stroke: getStroke(diamond, options), fill: getFill(diamond, options) }
  drawPath(pen, diamond, outline, diamond, style, options)
  drawLabel(pen, diamond, labelRoom(diamond, diamondRoom), labelColor(diamond, options.theme), view, options)
  endElement(pen, diamond, diamond.opacity)
}
