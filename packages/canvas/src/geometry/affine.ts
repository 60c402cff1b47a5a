import type { Vec } from './vec.ts'

/** An affine transform: `x' = a x + c y + e`, `y' = b x + d y + f`, parameters as in canvas and SVG. */
export interface Affine {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly e: number
  readonly f: number
}

export function translation(x: number, y: number): Affine {
  return { a: 1, b: 0, c: 0, d: 1, e: x, f: y }
}

/** Clockwise on screen, about a point. */
export function rotation(degrees: number, about: Vec = { x: 0, y: 0 }): Affine {
  const radians = (degrees * Math.PI) / 180
  const a = Math.cos(radians)
  const b = Math.sin(radians)
  return { a, b, c: -b, d: a, e: about.x - a * about.x + b * about.y, f: about.y - b * about.x - a * about.y }
}

/** The transform that applies `first`, then `second`. */
export function compose(second: Affine, first: Affine): Affine {
  return {
    a: second.a * first.a + second.c * first.b,
    b: second.b * first.a + second.d * first.b,
    c: second.a * first.c + second.c * first.d,
    d: second.b * first.c + second.d * first.d,
    e: second.a * first.e + second.c * first.f + second.e,
    f: second.b * first.e + second.d * first.f + second.f,
  }
}

/** The inverse transform; undefined if it is singular. */
export function inverse(m: Affine): Affine | undefined {
  const determinant = m.a * m.d - m.b * m.c
  if (determinant === 0 || !Number.isFinite(determinant)) return undefined
  return {
    a: m.d / determinant,
    b: -m.b / determinant,
    c: -m.c / determinant,
    d: m.a / determinant,
    e: (m.c * m.f - m.d * m.e) / determinant,
    f: (m.b * m.e - m.a * m.f) / determinant,
  }
}

export function transform(m: Affine, p: Vec): Vec {
  return { x: m.a * p.x + m.c * p.y + m.e, y: m.b * p.x + m.d * p.y + m.f }
}
