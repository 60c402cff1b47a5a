interface Box {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Longer moves are shortened, or the elements would be too small next to it. In multiples of the element's size. */
const maxDistance = 2.2

/** How far the old position is moved towards the new one, so that both fit into a small image. */
export function getApproach(from: Box, to: Box): Point {
  const [a, b] = [getCentre(from), getCentre(to)]
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const limit = maxDistance * Math.max(from.w, from.h, to.w, to.h)
  const distance = Math.hypot(dx, dy)
  if (distance <= limit) return { x: 0, y: 0 }
  const share = 1 - limit / distance
  return { x: dx * share, y: dy * share }
}

export function getBoxAround(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y }
}

export function getCentre({ x, y, w, h }: Box): Point {
  return { x: x + w / 2, y: y + h / 2 }
}
