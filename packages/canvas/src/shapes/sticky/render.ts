import type { RenderOptions, Pen } from '../../pen.ts'
import type { ShapeView } from '../../shape.ts'
import { drawLabel } from '../shared/label.ts'
import { beginElement, endElement, getFill, labelColor } from '../shared/paint.ts'
import { stickyRadius, stickyRoom } from './geometry.ts'
import type { StickyRecord } from './schema.ts'

/** A note looks the same in both themes, so that its colour can be recognized and its ink read. */
export function drawSticky(pen: Pen, sticky: StickyRecord, view: ShapeView, options: RenderOptions): void {
  const look: RenderOptions = { ...options, theme: 'light' }
  beginElement(pen, sticky, sticky.opacity)
  if (look.detail === 'full') pen.shadow(sticky)
  pen.rect(sticky, { fill: getFill(sticky, look) }, look.detail === 'full' ? stickyRadius : 0)
  drawLabel(pen, sticky, stickyRoom(sticky), labelColor(sticky, look.theme), view, look)
  endElement(pen, sticky, sticky.opacity)
}
