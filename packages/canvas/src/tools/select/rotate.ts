import type { ToolApi } from '../../editor/board-view.ts'
import { listRotatable, rotateChanges, rotationStep } from '../../editor/changes/rotate-changes.ts'
import type { PointerInput } from '../../editor/input-events.ts'
import { getCentre } from '../../geometry/box.ts'
import { getAngle, wrapDegrees } from '../../geometry/vec.ts'
import type { Rotating } from './states.ts'
import { getContentsRefusal } from './contents-refusal.ts'

export function startRotate(e: PointerInput, t: ToolApi): Rotating | undefined {
  const frame = t.frame
  if (!frame) return undefined
  const refusal = getContentsRefusal(t, t.rights.filterChangeable(t.selected))
  if (refusal) return t.refuse(refusal.refused, refusal.id)
  const records = listRotatable(t)
  const centre = getCentre(frame.box)
  const start: Rotating = { at: 'rotating', centre, from: getAngle(centre, e.origin), records, changes: [] }
  return updateRotate(e, t, t.begin('rotate', start))
}

export function updateRotate(e: PointerInput, t: ToolApi, s: Rotating): Rotating {
  let by = getAngle(s.centre, e.point) - s.from
  const only = s.records.length === 1 ? s.records[0] : undefined
  // Steps are absolute angles, not relative to the initial one.
  const start = only?.r ?? 0
  if (e.modifiers.shift) by = Math.round((start + by) / rotationStep) * rotationStep - start
  const changes = rotateChanges(t, s.records, s.centre, by)
  t.preview(changes)
  const shown = wrapDegrees(Math.round(start + by))
  t.overlay({ hideFrame: true, readout: { at: e.point, text: `${shown > 180 ? shown - 360 : shown}°` } })
  return { ...s, changes }
}
