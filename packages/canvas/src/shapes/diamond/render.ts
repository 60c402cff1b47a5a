import { createPolyline } from '../../geometry/path.ts'
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
import { diamondCorners, diamondRoom } from './geometry.ts'
import type { DiamondRecord } from './schema.ts'

export function drawDiamond(pen: Pen, diamond: DiamondRecord, view: ShapeView, look: RenderOptions): void {
  const outline = getPath(diamond, () => createPolyline(diamondCorners({ ...diamond, x: 0, y: 0 }), true))
  beginElement(pen, diamond, diamond.opacity)
  if (isHatched(diamond, look)) {
    pen.save()
    pen.clipPath(outline, diamond)
    drawHatch(pen, diamond, look)
    pen.restore()
  }
  pen.path(outline, diamond, { stroke: getStroke(diamond, look), fill: getFill(diamond, look) })
  drawLabel(pen, diamond, labelRoom(diamond, diamondRoom), labelColor(diamond, look.theme), view, look)
  endElement(pen, diamond, diamond.opacity)
}
