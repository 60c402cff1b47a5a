import { rotateAbout, type Vec } from './vec.ts'

/** An axis-aligned box in page units; `w` and `h` are never negative. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** A box rotated about its centre, as elements are stored. */
export interface RotatedBox extends Box {
  readonly r: number
}

export function getCentre(box: Box): Vec {
  return { x: box.x + box.w / 2, y: box.y + box.h / 2 }
}

/** The box between two opposite corners, in any order. */
export function getBoxBetween(a: Vec, b: Vec): Box {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), w: Math.abs(a.x - b.x), h: Math.abs(a.y - b.y) }
}

/** The smallest box around the points; an empty list gives an empty box at the origin. */
export function getPointBounds(points: readonly Vec[]): Box {
  const first = points[0]
  if (!first) return { x: 0, y: 0, w: 0, h: 0 }
  let left = first.x
  let right = first.x
  let top = first.y
  let bottom = first.y
  for (const { x, y } of points) {
    if (x < left) left = x
    else if (x > right) right = x
    if (y < top) top = y
    else if (y > bottom) bottom = y
  }
  return { x: left, y: top, w: right - left, h: bottom - top }
}

export function getUnion(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y }
}

export function unionOfAll(boxes: Iterable<Box>): Box | undefined {
  let union: Box | undefined
  for (const box of boxes) union = union ? getUnion(union, box) : box
  return union
}

/** Intersection of two boxes; undefined if they do not touch. */
export function getOverlap(a: Box, b: Box): Box | undefined {
  if (!intersects(a, b)) return undefined
  const x = Math.max(a.x, b.x)
  const y = Math.max(a.y, b.y)
  return { x, y, w: Math.min(a.x + a.w, b.x + b.w) - x, h: Math.min(a.y + a.h, b.y + b.h) - y }
}

/** True also if only edges touch. */
export function intersects(a: Box, b: Box): boolean {
  return a.x <= b.x + b.w && b.x <= a.x + a.w && a.y <= b.y + b.h && b.y <= a.y + a.h
}

export function containsPoint(box: Box, point: Vec, slack = 0): boolean {
  return (
    point.x >= box.x - slack &&
    point.x <= box.x + box.w + slack &&
    point.y >= box.y - slack &&
    point.y <= box.y + box.h + slack
  )
}

export function containsBox(outer: Box, inner: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.w <= outer.x + outer.w &&
    inner.y + inner.h <= outer.y + outer.h
  )
}

/** Grows the box on every side. A negative amount shrinks it, at most to a point at its centre. */
export function inflate(box: Box, by: number): Box {
  const w = Math.max(0, box.w + 2 * by)
  const h = Math.max(0, box.h + 2 * by)
  return { x: box.x + (box.w - w) / 2, y: box.y + (box.h - h) / 2, w, h }
}

export function translateBox(box: Box, dx: number, dy: number): Box {
  return { x: box.x + dx, y: box.y + dy, w: box.w, h: box.h }
}

/** Top left, top right, bottom right, bottom left, rotated about the centre. */
export function getCorners(box: Box, degrees = 0): readonly [Vec, Vec, Vec, Vec] {
  const { x, y, w, h } = box
  const centre = getCentre(box)
  return [
    rotateAbout({ x, y }, degrees, centre),
    rotateAbout({ x: x + w, y }, degrees, centre),
    rotateAbout({ x: x + w, y: y + h }, degrees, centre),
    rotateAbout({ x, y: y + h }, degrees, centre),
  ]
}

/** The axis-aligned bounds of a rotated box. */
export function getRotatedBounds(box: Box, degrees: number): Box {
  if (degrees % 180 === 0) return { x: box.x, y: box.y, w: box.w, h: box.h }
  const radians = (degrees * Math.PI) / 180
  const sin = Math.abs(Math.sin(radians))
  const cos = Math.abs(Math.cos(radians))
  const w = box.w * cos + box.h * sin
  const h = box.w * sin + box.h * cos
  return { x: box.x + (box.w - w) / 2, y: box.y + (box.h - h) / 2, w, h }
}

/** Converts a page point to the unrotated coordinates of a box. */
export function toUpright(point: Vec, box: RotatedBox): Vec {
  return rotateAbout(point, -box.r, getCentre(box))
}

/** Converts a point of the unrotated box to page coordinates. */
export function toPage(point: Vec, box: RotatedBox): Vec {
  return rotateAbout(point, box.r, getCentre(box))
}

/** Whether a page point is inside a rotated box, or within `slack` of it. */
export function isInsideRotated(box: RotatedBox, point: Vec, slack = 0): boolean {
  return containsPoint(box, box.r === 0 ? point : toUpright(point, box), slack)
}

/** Position of a point as fractions of width and height; 0..1 inside the box. */
export function getFraction(box: Box, point: Vec): { readonly u: number; readonly v: number } {
  return {
    u: box.w === 0 ? 0.5 : (point.x - box.x) / box.w,
    v: box.h === 0 ? 0.5 : (point.y - box.y) / box.h,
  }
}

export function getPointAtFraction(box: Box, u: number, v: number): Vec {
  return { x: box.x + box.w * u, y: box.y + box.h * v }
}
