import { getCentre, type Box } from '../../geometry/box.ts'
import type { Outline } from '../../geometry/outline.ts'
import { rotateAbout, type Vec } from '../../geometry/vec.ts'
import type { ElementRecord } from '../../document/model/record.ts'
import { getCentredRoom } from '../shared/label.ts'

/** Text area in fractions of the box. */
export const diamondRoom = getCentredRoom(0.5)

/** Top, right, bottom, left of the upright diamond. */
export function diamondCorners({ x, y, w, h }: Box): readonly [Vec, Vec, Vec, Vec] {
  return [
    { x: x + w / 2, y },
    { x: x + w, y: y + h / 2 },
    { x: x + w / 2, y: y + h },
    { x, y: y + h / 2 },
  ]
}

export function diamondOutline(record: ElementRecord): Outline {
  const centre = getCentre(record)
  return { points: diamondCorners(record).map((p) => rotateAbout(p, record.r, centre)), closed: true }
}
