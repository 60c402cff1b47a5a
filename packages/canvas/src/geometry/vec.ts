/** A point or vector in page units; y points down. */
export interface Vec {
  readonly x: number
  readonly y: number
}

export function subtract(a: Vec, b: Vec): Vec {
  return { x: a.x - b.x, y: a.y - b.y }
}

export function dot(a: Vec, b: Vec): number {
  return a.x * b.x + a.y * b.y
}

/** Positive if `b` is clockwise of `a` on screen. */
export function cross(a: Vec, b: Vec): number {
  return a.x * b.y - a.y * b.x
}

export function distance(a: Vec, b: Vec): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

export function midpoint(a: Vec, b: Vec): Vec {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

/** Linear interpolation: `a` at t = 0, `b` at t = 1. */
export function interpolate(a: Vec, b: Vec, t: number): Vec {
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }
}

/** The vector normalized to length 1; the zero vector is unchanged. */
export function normalize(a: Vec): Vec {
  const length = Math.hypot(a.x, a.y)
  return length === 0 ? { x: 0, y: 0 } : { x: a.x / length, y: a.y / length }
}

/** Rotated 90 degrees clockwise on screen. */
export function perpendicular(a: Vec): Vec {
  return { x: -a.y, y: a.x }
}

/** Rotates a point clockwise on screen. */
export function rotateAbout(point: Vec, degrees: number, centre: Vec): Vec {
  if (degrees === 0) return point
  const radians = (degrees * Math.PI) / 180
  const sin = Math.sin(radians)
  const cos = Math.cos(radians)
  const dx = point.x - centre.x
  const dy = point.y - centre.y
  return { x: centre.x + dx * cos - dy * sin, y: centre.y + dx * sin + dy * cos }
}

/** Direction from `a` to `b`, degrees clockwise from the x axis, in (-180, 180]. */
export function getAngle(a: Vec, b: Vec): number {
  return (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI
}

/** The same angle in [0, 360). */
export function wrapDegrees(degrees: number): number {
  const wrapped = degrees % 360
  return wrapped < 0 ? wrapped + 360 : wrapped + 0
}

export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value
}
