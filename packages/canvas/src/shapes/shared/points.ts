import { z } from 'zod'
import type { Box } from '../../geometry/box.ts'
import { getPointBounds, toPage, type RotatedBox } from '../../geometry/box.ts'
import type { Vec } from '../../geometry/vec.ts'

/**
 * Points of a line as fractions of its box, `[u0, v0, u1, v1, …]`, so that moving and resizing change only the
 * box. 0 to 1 is inside; if a side has length 0, its fractions are 0.
 */
export const Points = z
  .array(z.number().min(-100).max(100))
  .min(4)
  .max(2000)
  .refine((list) => list.length % 2 === 0, 'points come in pairs')

interface PointsRecord extends RotatedBox {
  readonly points: readonly number[]
}

/** The points before rotation, in page units. */
export function uprightPoints(record: PointsRecord): Vec[] {
  const list: Vec[] = []
  for (let i = 0; i + 1 < record.points.length; i += 2) {
    list.push({ x: record.x + record.points[i]! * record.w, y: record.y + record.points[i + 1]! * record.h })
  }
  return list
}

/** The points on the page, after rotation. */
export function pagePoints(record: PointsRecord): Vec[] {
  const list = uprightPoints(record)
  return record.r === 0 ? list : list.map((p) => toPage(p, record))
}

/** Fields of a line through these page points, with rotation 0. */
export function fieldsOfPoints(
  points: readonly Vec[],
): Box & { readonly r: 0; readonly points: readonly number[] } {
  const box = getPointBounds(points)
  const fraction = (value: number, from: number, size: number): number =>
    size === 0 ? 0 : Math.round(((value - from) / size) * 1e6) / 1e6
  return {
    ...box,
    r: 0,
    points: points.flatMap((p) => [fraction(p.x, box.x, box.w), fraction(p.y, box.y, box.h)]),
  }
}
