import type { Vec } from '../../geometry/vec.ts'

/** Pieces that leave their axis by less than this were drawn along it, page units. */
const slack = 1

const isLevel = (a: Vec, b: Vec): boolean => Math.abs(a.x - b.x) >= Math.abs(a.y - b.y)

function isAlongAxis(a: Vec, b: Vec): boolean {
  return Math.min(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) <= slack
}

/**
 * The corners of an elbow that was drawn through them, between its ends `a` and `b` as they are now: the outermost ones
 * follow their end, the others stay. Undefined where the route is ours to find: nothing was drawn between the ends, or an
 * end was moved by a person, so that a piece runs along no axis.
 */
export function followCorners(stored: readonly Vec[], a: Vec, b: Vec): Vec[] | undefined {
  if (stored.length < 3) return undefined
  for (let i = 1; i < stored.length; i++) if (!isAlongAxis(stored[i - 1]!, stored[i]!)) return undefined
  const corners = stored.slice(1, -1)
  const startsLevel = isLevel(stored[0]!, stored[1]!)
  const endsLevel = isLevel(stored.at(-2)!, stored.at(-1)!)
  if (corners.length === 1 && startsLevel === endsLevel) return undefined
  corners[0] = follow(corners[0]!, a, startsLevel)
  const last = corners.length - 1
  corners[last] = follow(corners[last]!, b, endsLevel)
  return corners
}

function follow(corner: Vec, end: Vec, level: boolean): Vec {
  return level ? { x: corner.x, y: end.y } : { x: end.x, y: corner.y }
}
