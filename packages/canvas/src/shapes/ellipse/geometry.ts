import { getRotatedBounds, getCentre } from '../../geometry/box.ts'
import type { Box } from '../../geometry/box.ts'
import type { Vec } from '../../geometry/vec.ts'
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

/** Evenly distributed over a circle of radius 1, clockwise from the right. */
const circle: readonly Vec[] = Array.from({ length: 64 }, (_, i) => {
  const angle = (i * 2 * Math.PI) / 64
  return { x: Math.cos(angle), y: Math.sin(angle) }
})

export function ellipseOutline(record: ElementRecord): Outline {
  const { x, y } = getCentre(record)
  const [a, b] = [record.w / 2, record.h / 2]
  const radians = (record.r * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const points = circle.map((p): Vec => {
    const [right, down] = [p.x * a, p.y * b]
    return { x: x + right * cos - down * sin, y: y + right * sin + down * cos }
  })
  return { points, closed: true }
}
