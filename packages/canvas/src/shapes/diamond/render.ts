import type { ElementRecord } from '../../document/record.ts'
import { pathThrough } from '../../geometry/path.ts'
import type { Look, Pen } from '../../pen.ts'
import type { ShapeView } from '../../shape.ts'
import { drawLabel, labelRoom } from '../shared/label.ts'
import {
  beginElement,
  drawHatch,
  endElement,
  fillOf,
  isHatched,
  labelColor,
  pathOf,
  strokeOf,
} from '../shared/paint.ts'
import { diamondCorners, diamondRoom } from './geometry.ts'
import type { DiamondRecord } from './schema.ts'

export function drawDiamond(pen: Pen, record: ElementRecord, view: ShapeView, look: Look): void {
  const diamond = record as DiamondRecord
  const outline = pathOf(diamond, () => pathThrough(diamondCorners({ ...diamond, x: 0, y: 0 }), true))
  beginElement(pen, diamond, diamond.opacity)
  if (isHatched(diamond, look)) {
    pen.save()
    pen.clipPath(outline, diamond)
    drawHatch(pen, diamond, look)
    pen.restore()
  }
  pen.path(outline, diamond, { stroke: strokeOf(diamond, look), fill: fillOf(diamond, look) })
  drawLabel(pen, diamond, labelRoom(diamond, diamondRoom), labelColor(diamond, look.theme), view, look)
  endElement(pen, diamond, diamond.opacity)
}
