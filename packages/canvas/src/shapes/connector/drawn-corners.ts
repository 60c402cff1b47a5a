import type { Vec } from '../../geometry/vec.ts'

/** Segments that deviate less than this from an axis count as axis-aligned, page units. */
const slack = 1

const isLevel = (a: Vec, b: Vec): boolean => Math.abs(a.x - b.x) >= Math.abs(a.y - b.y)

function isAlongAxis(a: Vec, b: Vec): boolean {
  return Math.min(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) <= slack
}

/**
 * Corners of an elbow route with stored corners, between the current ends `a` and `b`: the outermost corners
 * follow their end, others stay. Undefined if the route must be computed: no corners are stored, or a moved end
 * made a segment diagonal.
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
