import type { Change } from '../../document/model/change.ts'
import type { ElementRecord } from '../../document/model/record.ts'
import { getCentre } from '../../geometry/box.ts'
import { rotateAbout, wrapDegrees, type Vec } from '../../geometry/vec.ts'
import type { BoardView } from '../board-view.ts'
import { getElements, listConnectorBindings } from '../view/relations.ts'
import { roundPosition } from './round.ts'

/** Rotation in steps stops at multiples of this. */
export const rotationStep = 15

/** The selected elements that can be rotated: frames cannot, and attached connectors follow their targets. */
export function listRotatable(view: BoardView): ElementRecord[] {
  return getElements(view.document, view.shapes, view.selected).filter((record) => {
    const shape = view.shapes.get(record.kind)
    const isHeld =
      shape?.schema.facets.connects === true && listConnectorBindings(view.document, record.id).length > 0
    return view.rights.canChange(record.id) && !isHeld && shape?.schema.facets.container !== 'frame'
  })
}

/** Changes that rotate the elements about a point. */
export function rotateChanges(
  view: BoardView,
  records: readonly ElementRecord[],
  centre: Vec,
  degrees: number,
): Change[] {
  return records.map((record): Change => {
    const middle = rotateAbout(getCentre(record), degrees, centre)
    const turns = view.shapes.get(record.kind)?.edit?.rotates !== false
    const fields = {
      x: middle.x - record.w / 2,
      y: middle.y - record.h / 2,
      ...(turns && { r: hundredths(wrapDegrees(record.r + degrees)) }),
    }
    return { op: 'patch', id: record.id, fields: roundPosition(fields) }
  })
}

function hundredths(degrees: number): number {
  const value = Math.round(degrees * 100) / 100
  return value === 360 ? 0 : value
}
