import type { Change } from '../../document/model/change.ts'
import type { ElementRecord } from '../../document/model/record.ts'
import { getCentre, type Box } from '../../geometry/box.ts'
import { rotateAbout } from '../../geometry/vec.ts'
import type { BoardView } from '../board-view.ts'
import { roundPosition } from './round.ts'

/** Makes this box, before the element's rotation, its visible part. */
export function cropTo(view: BoardView, record: ElementRecord, box: Box): Change[] {
  const fields = view.shapes.get(record.kind)?.edit?.crop?.set(record, box)
  if (!fields) return []
  const cropped = { ...box, ...(fields as Partial<Box>) }
  const centre = rotateAbout(getCentre(cropped), record.r, getCentre(record))
  const position = { x: centre.x - cropped.w / 2, y: centre.y - cropped.h / 2 }
  return [{ op: 'patch', id: record.id, fields: roundPosition({ ...fields, ...position }) }]
}
