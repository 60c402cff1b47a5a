import type { RenderOptions, Pen } from '../../pen.ts'
import type { ShapeView } from '../../shape.ts'
import { drawPath } from '../shared/draw-path.ts'
import { drawHead } from '../shared/heads.ts'
import { beginElement, drawHatch, endElement, getFill, isHatched, getStroke } from '../shared/paint.ts'
import { lineDrawing } from './geometry.ts'
import type { LineRecord } from './schema.ts'

export function drawLine(pen: Pen, line: LineRecord, _view: ShapeView, options: RenderOptions): void {
  const drawing = lineDrawing(line)
  const stroke = getStroke(line, options)
  beginElement(pen, line, line.opacity)
  if (line.closed && isHatched(line, options)) {
    pen.save()
    pen.clipPath(drawing.path, drawing.origin)
    drawHatch(pen, line, options)
    pen.restore()
  }
  const fill = line.closed ? getFill(line, options) : undefined
  drawPath(pen, line, drawing.path, drawing.origin, { stroke, fill }, options)
  if (stroke && !line.closed) {
    const head = { color: stroke.color, width: line.strokeWidth, record: line }
    drawHead(pen, line.startHead, drawing.start, drawing.startOut, head, options)
    drawHead(pen, line.endHead, drawing.end, drawing.endOut, head, options)
  }
  endElement(pen, line, line.opacity)
}
