import { boxOfPoints, getCentre, inflate, type Box } from '../../geometry/box.ts'
import { rotateAbout, type Vec } from '../../geometry/vec.ts'
import type { ElementRecord } from '../../document/model/record.ts'
import type { Outline, ShapeView } from '../../shape.ts'
import { outlineHit } from '../shared/boxed.ts'
import type { DiamondRecord } from './schema.ts'

/** Part of the box that a box inside the diamond may take. */
export const diamondRoom = 0.5

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

export function diamondBounds(record: DiamondRecord): Box {
  const { stroke, strokeWidth } = record
  return inflate(boxOfPoints(diamondOutline(record).points), stroke === 'none' ? 0 : strokeWidth / 2)
}

export function hitDiamond(record: ElementRecord, at: Vec, slack: number, view: ShapeView): boolean {
  return outlineHit(record, diamondOutline(record), at, slack, diamondRoom, view)
}

export function diamondSnapPoints(record: ElementRecord): readonly Vec[] {
  return [...diamondOutline(record).points, getCentre(record)]
}
