import { MAX_COORDINATE } from '../../document/model/limits.ts'
import { getPointBounds, getCentre } from '../../geometry/box.ts'
import { rotateAbout } from '../../geometry/vec.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { ForeignElement } from './element.ts'
import { getDegrees } from './read-style.ts'

/** A point of a file: a pair, or in the oldest files an object. */
function readPoint(raw: unknown): Vec | undefined {
  const [x, y]: readonly unknown[] = Array.isArray(raw)
    ? (raw as readonly unknown[])
    : typeof raw === 'object' && raw !== null && 'x' in raw && 'y' in raw
      ? [raw.x, raw.y]
      : []
  if (typeof x !== 'number' || typeof y !== 'number') return undefined
  return Math.abs(x) <= MAX_COORDINATE && Math.abs(y) <= MAX_COORDINATE ? { x, y } : undefined
}

/** Page coordinates before rotation, each with its index in the file. Invalid points are skipped. */
export function readPoints(element: ForeignElement): { readonly at: Vec; readonly index: number }[] {
  const isBare = element.points.length === 0
  const raw: readonly unknown[] = isBare
    ? [
        [0, 0],
        [element.width, element.height],
      ]
    : element.points
  return raw.flatMap((item, index) => {
    const point = readPoint(item)
    if (point === undefined) return []
    const at = { x: element.x + point.x, y: element.y + point.y }
    return Math.abs(at.x) <= MAX_COORDINATE && Math.abs(at.y) <= MAX_COORDINATE ? [{ at, index }] : []
  })
}

/** Points of a line after rotation about the centre of their box. */
export function rotatePoints(points: readonly Vec[], angle: number): readonly Vec[] {
  const degrees = getDegrees(angle)
  if (degrees === 0) return points
  const centre = getCentre(getPointBounds(points))
  return points.map((point) => rotateAbout(point, degrees, centre))
}

/** At most `max` evenly spaced items, including the first and last. */
export function thinOut<T>(list: readonly T[], max: number): readonly T[] {
  if (list.length <= max) return list
  const step = (list.length - 1) / (max - 1)
  return Array.from({ length: max }, (_, index) => list[Math.round(index * step)]!)
}
