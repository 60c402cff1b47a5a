import { getRotatedBounds, getCentre } from '../../geometry/box.ts'
import type { Box } from '../../geometry/box.ts'
import { ellipsePoints } from '../../geometry/curve.ts'
import { rotateAbout } from '../../geometry/vec.ts'
import type { ElementRecord } from '../../document/model/record.ts'
import type { Outline } from '../../geometry/outline.ts'
import { getStrokeReach } from '../shared/boxed.ts'
import { getCentredRoom } from '../shared/label.ts'

/** Text area in fractions of the box. */
export const ellipseRoom = getCentredRoom(Math.SQRT1_2)

/** Tighter than the bounds of the rotated box. */
export function ellipseBounds(record: ElementRecord): Box {
  const line = getStrokeReach(record) * 2
  if (record.r % 90 === 0) {
    const box = getRotatedBounds(record, record.r)
    return { x: box.x - line / 2, y: box.y - line / 2, w: box.w + line, h: box.h + line }
  }
  const radians = (record.r * Math.PI) / 180
  const w = Math.hypot(record.w * Math.cos(radians), record.h * Math.sin(radians)) + line
  const h = Math.hypot(record.w * Math.sin(radians), record.h * Math.cos(radians)) + line
  const centre = getCentre(record)
  return { x: centre.x - w / 2, y: centre.y - h / 2, w, h }
}

export function ellipseOutline(record: ElementRecord): Outline {
  const centre = getCentre(record)
  const points = ellipsePoints(centre, record.w / 2, record.h / 2)
  return {
    points: record.r === 0 ? points : points.map((p) => rotateAbout(p, record.r, centre)),
    closed: true,
  }
}
