import type { ElementRecord, RecordId } from '../document/record.ts'
import { intersects, type Box } from '../geometry/box.ts'
import type { Look, Pen } from '../pen.ts'
import type { ShapeView } from '../shape.ts'
import type { Shapes } from './view.ts'

/**
 * Draws these elements and everything in them, lowest first; frames clip what they hold. `within` leaves out what
 * lies elsewhere. Kinds that nobody here knows are left out: an export must not invent what they look like.
 */
export function drawTree(
  pen: Pen,
  ids: readonly RecordId[],
  shapes: Shapes,
  view: ShapeView,
  look: Look,
  within?: Box,
): void {
  for (const id of ids) {
    const record = view.document.get(id)
    if (!record) continue
    const shape = shapes.get(record.kind)
    if (shape) {
      const element = record as ElementRecord
      const seen = !within || intersects(within, shape.geometry.bounds(element, view))
      if (seen) shape.draw(pen, element, view, look)
      if (!seen && shape.geometry.clip) continue
    }
    const children = view.document.childIds(id)
    if (children.length === 0) continue
    const clip = shape?.geometry.clip?.(record as ElementRecord)
    if (clip) {
      pen.save()
      pen.clip(clip)
    }
    drawTree(pen, children, shapes, view, look, within)
    if (clip) pen.restore()
  }
}
