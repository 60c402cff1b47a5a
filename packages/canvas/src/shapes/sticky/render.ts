import type { RenderOptions, Pen } from '../../pen.ts'
import type { ShapeView } from '../../shape.ts'
import { drawLabel } from '../shared/label.ts'
import { beginElement, endElement, getFill, labelColor } from '../shared/paint.ts'
import { stickyRadius, stickyRoom } from './geometry.ts'
import type { StickyRecord } from './schema.ts'

/** A note looks the same in both themes, so that its colour can be recognized and its ink read. */
export function drawSticky(pen: Pen, sticky: StickyRecord, view: ShapeView, options: RenderOptions): void {
  const paperOptions: RenderOptions = { ...options, theme: 'light' }
  beginElement(pen, sticky, sticky.opacity)
  if (paperOptions.detail === 'full') pen.shadow(sticky)
  pen.rect(sticky, { fill: getFill(sticky, paperOptions) }, paperOptions.detail === 'full' ? stickyRadius : 0)
  drawLabel(pen, sticky, stickyRoom(sticky), labelColor(sticky, paperOptions.theme), view, paperOptions)
  endElement(pen, sticky, sticky.opacity)
}
