import type { Change } from '../../document/model/change.ts'
import type { RecordId } from '../../document/model/record.ts'
import { getCentre, type Box } from '../../geometry/box.ts'
import { wrapDegrees } from '../../geometry/vec.ts'
import type { BoardView } from '../board-view.ts'
import { isElement, withDescendants } from '../view/relations.ts'
import { connectsFacet, moveChanges, getMoveSet } from './move-changes.ts'

export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom'

/** Items to arrange: single elements, and groups as a whole. Connectors follow their targets. */
function listArrangedItems(view: BoardView, ids: readonly RecordId[]): { id: RecordId; box: Box }[] {
  return ids.flatMap((id) => {
    const box = view.scene.getExactBounds(id)
    const bound = connectsFacet(view, id) && view.document.getBindings(id).length > 0
    return box && !bound && view.rights.canChange(id) ? [{ id, box }] : []
  })
}

export function alignChanges(view: BoardView, ids: readonly RecordId[], to: Alignment): Change[] {
  const items = listArrangedItems(view, ids)
  const all = view.scene.getExactBoundsOfAll(items.map(({ id }) => id))
  if (!all || items.length < 2) return []
  return items.flatMap(({ id, box }) => {
    const { dx, dy } = alignStep(box, all, to)
    return shift(view, id, dx, dy)
  })
}

function alignStep(box: Box, all: Box, to: Alignment): { dx: number; dy: number } {
  switch (to) {
    case 'left':
      return { dx: all.x - box.x, dy: 0 }
    case 'right':
      return { dx: all.x + all.w - (box.x + box.w), dy: 0 }
    case 'centre':
      return { dx: getCentre(all).x - getCentre(box).x, dy: 0 }
    case 'top':
      return { dx: 0, dy: all.y - box.y }
    case 'bottom':
      return { dx: 0, dy: all.y + all.h - (box.y + box.h) }
    case 'middle':
      return { dx: 0, dy: getCentre(all).y - getCentre(box).y }
  }
}

/** Equalizes the gaps between neighbours; the outermost two stay. */
export function distributeChanges(
  view: BoardView,
  ids: readonly RecordId[],
  axis: 'horizontal' | 'vertical',
): Change[] {
  const start = (box: Box): number => (axis === 'horizontal' ? box.x : box.y)
  const size = (box: Box): number => (axis === 'horizontal' ? box.w : box.h)
  const items = listArrangedItems(view, ids).sort((a, b) => start(a.box) - start(b.box))
  const first = items[0]
  const last = items.at(-1)
  if (!first || !last || items.length < 3) return []
  const room = start(last.box) + size(last.box) - start(first.box)
  const gap = (room - items.reduce((sum, { box }) => sum + size(box), 0)) / (items.length - 1)
  let at = start(first.box)
  return items.flatMap(({ id, box }) => {
    const step = at - start(box)
    at += size(box) + gap
    return axis === 'horizontal' ? shift(view, id, step, 0) : shift(view, id, 0, step)
  })
}

function shift(view: BoardView, id: RecordId, dx: number, dy: number): Change[] {
  return Math.abs(dx) < 1e-9 && Math.abs(dy) < 1e-9 ? [] : moveChanges(view, getMoveSet(view, [id]), dx, dy)
}

/** Flips a selection as a whole: positions, rotations, and shape-specific geometry. */
export function flipChanges(
  view: BoardView,
  ids: readonly RecordId[],
  axis: 'horizontal' | 'vertical',
): Change[] {
  const { document, shapes } = view
  const inside = withDescendants(document, ids).filter((id) => view.rights.canChange(id))
  const all = view.scene.getExactBoundsOfAll(inside)
  if (!all) return []
  return inside.flatMap((id): Change[] => {
    const record = document.get(id)
    if (!isElement(record, shapes)) return []
    const fields = shapes.get(record.kind)?.edit?.flip?.(record, axis) ?? {}
    const x = axis === 'horizontal' ? 2 * all.x + all.w - record.x - record.w : record.x
    const y = axis === 'vertical' ? 2 * all.y + all.h - record.y - record.h : record.y
    return [{ op: 'patch', id, fields: { x, y, r: wrapDegrees(-record.r), ...fields } }]
  })
}
