import type { Change } from '../../document/model/change.ts'
import type { ToolApi } from '../../editor/board-view.ts'
import { roundPosition } from '../../editor/changes/round.ts'
import type { PointerInput } from '../../editor/input-events.ts'
import { getElements, listConnectorBindings } from '../../editor/view/relations.ts'
import { getCentre } from '../../geometry/box.ts'
import { getAngle, rotateAbout, wrapDegrees } from '../../geometry/vec.ts'
import type { Rotating } from './states.ts'
import { getContentsRefusal } from './contents-refusal.ts'

const stepDegrees = 15

export function startRotate(e: PointerInput, t: ToolApi): Rotating | undefined {
  const frame = t.frame
  if (!frame) return undefined
  const refusal = getContentsRefusal(t, t.rights.filterChangeable(t.selected))
  if (refusal) return t.refuse(refusal.refused, refusal.id)
  const records = getElements(t.document, t.shapes, t.selected).filter((record) => {
    const shape = t.shapes.get(record.kind)
    const held =
      shape?.schema.facets.connects === true && listConnectorBindings(t.document, record.id).length > 0
    // Frames do not rotate, and bound connectors follow their elements.
    return t.rights.canChange(record.id) && !held && shape?.schema.facets.container !== 'frame'
  })
  const centre = getCentre(frame.box)
  const start: Rotating = { at: 'rotating', centre, from: getAngle(centre, e.origin), records, changes: [] }
  return updateRotate(e, t, t.begin('rotate', start))
}

export function updateRotate(e: PointerInput, t: ToolApi, s: Rotating): Rotating {
  let by = getAngle(s.centre, e.point) - s.from
  const only = s.records.length === 1 ? s.records[0] : undefined
  // Steps are absolute angles, not relative to the initial one.
  const start = only?.r ?? 0
  if (e.modifiers.shift) by = Math.round((start + by) / stepDegrees) * stepDegrees - start
  const changes = s.records.map((record): Change => {
    const middle = rotateAbout(getCentre(record), by, s.centre)
    const turns = t.shapes.get(record.kind)?.edit?.rotates !== false
    const fields = {
      x: middle.x - record.w / 2,
      y: middle.y - record.h / 2,
      ...(turns && { r: hundredths(wrapDegrees(record.r + by)) }),
    }
    return { op: 'patch', id: record.id, fields: roundPosition(fields) }
  })
  t.preview(changes)
  const shown = wrapDegrees(Math.round(start + by))
  t.overlay({ hideFrame: true, readout: { at: e.point, text: `${shown > 180 ? shown - 360 : shown}°` } })
  return { ...s, changes }
}

function hundredths(degrees: number): number {
  const value = Math.round(degrees * 100) / 100
  return value === 360 ? 0 : value
}
