import type { ToolApi } from '../../editor/board-view.ts'
import type { Guide } from '../../editor/view/overlay.ts'
import { listResizable, resizeChanges } from '../../editor/changes/resize-changes.ts'
import type { PointerInput } from '../../editor/input-events.ts'
import { handlePositions, type SelectionHandleName } from '../../editor/view/selection-frame.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { Resizing } from './states.ts'
import { getContentsRefusal } from './contents-refusal.ts'

export function startResize(e: PointerInput, t: ToolApi, handle: SelectionHandleName): Resizing | undefined {
  const frame = t.frame
  if (!frame) return undefined
  const refusal = getContentsRefusal(t, t.rights.filterChangeable(t.selected))
  if (refusal) return t.refuse(refusal.refused, refusal.id)
  const records = listResizable(t)
  const own = new Set(records.map((record) => record.id))
  const start: Resizing = { at: 'resizing', handle, box: frame.box, records, own, changes: [] }
  return updateResize(e, t, t.begin('resize', start))
}

export function updateResize(e: PointerInput, t: ToolApi, s: Resizing): Resizing {
  const at = snapped(e, t, s)
  const { changes, box } = resizeChanges(t, s, at, {
    keeps: e.modifiers.shift,
    fromCentre: e.modifiers.alt,
  })
  t.preview(changes)
  t.overlay({
    readout: { at: e.point, text: `${Math.round(box.w)} × ${Math.round(box.h)}` },
    guides: at.guides,
  })
  return { ...s, changes }
}

function snapped(e: PointerInput, t: ToolApi, s: Resizing): Vec & { readonly guides: readonly Guide[] } {
  if (e.modifiers.mod || s.box.r !== 0) return { ...e.point, guides: [] }
  const { u, v } = handlePositions[s.handle]
  const snap = t.snapping.snap({
    page: t.page,
    box: { x: e.point.x, y: e.point.y, w: 0, h: 0 },
    xs: u === 0.5 ? [] : ['left'],
    ys: v === 0.5 ? [] : ['top'],
    ignore: s.own,
  })
  return { x: e.point.x + snap.dx, y: e.point.y + snap.dy, guides: snap.guides }
}
