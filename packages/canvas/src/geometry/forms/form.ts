import type { Box } from '../box.ts'
import { flattenCubic } from '../curve.ts'
import type { PathSink } from '../path.ts'
import type { Vec } from '../vec.ts'

/** Draws a path in a box of this size whose top left corner is the origin. */
export type DrawForm = (sink: PathSink, w: number, h: number) => void

/** The form of a figure: all that drawing, hit testing, connectors and text need to know of it. */
export interface Form {
  /** One closed path. */
  readonly outline: DrawForm
  /** Lines inside the outline, which are not filled. */
  readonly details?: DrawForm
  /** Text area in fractions of the box. */
  readonly room: Box
  /** Size of a figure created by a click, page units. */
  readonly size: { readonly w: number; readonly h: number }
}

/** A point in fractions of width and height. */
type Fraction = readonly [x: number, y: number]

export const usualSize = { w: 160, h: 100 }
export const squareSize = { w: 120, h: 120 }

export function getRoom(x: number, y: number, w: number, h: number): Box {
  return { x, y, w, h }
}

/** A polygon whose corners scale with the box. */
export function scaledPolygon(corners: readonly Fraction[]): DrawForm {
  return (sink, w, h) =>
    drawPolygon(
      sink,
      corners.map(([x, y]) => ({ x: x * w, y: y * h })),
    )
}

/** The whole box. */
export const drawBox = scaledPolygon([
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
])

export function drawPolygon(sink: PathSink, corners: readonly Vec[]): void {
  corners.forEach(({ x, y }, i) => (i === 0 ? sink.moveTo(x, y) : sink.lineTo(x, y)))
  sink.closePath()
}

/** An arc of an axis-aligned ellipse in degrees, clockwise from the right; the path is already at its start. */
export function arc(
  sink: PathSink,
  centre: Vec,
  radius: { readonly x: number; readonly y: number },
  from: number,
  to: number,
): void {
  const pieces = Math.max(1, Math.ceil(Math.abs(to - from) / 90))
  const step = toRadians((to - from) / pieces)
  const handle = (4 / 3) * Math.tan(step / 4)
  const point = (angle: number, along: number): Vec => ({
    x: centre.x + radius.x * (Math.cos(angle) - along * Math.sin(angle)),
    y: centre.y + radius.y * (Math.sin(angle) + along * Math.cos(angle)),
  })
  for (let i = 0; i < pieces; i++) {
    const angle = toRadians(from) + i * step
    const [a, b, end] = [point(angle, handle), point(angle + step, -handle), point(angle + step, 0)]
    sink.bezierCurveTo(a.x, a.y, b.x, b.y, end.x, end.y)
  }
}

export function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

/** Segments per curve: smooth at the sizes of figures, and few enough for hit tests. */
const curveSteps = 10

/** The outline as a polygon. */
export function flattenForm(draw: DrawForm, w: number, h: number): readonly Vec[] {
  const points: Vec[] = []
  let at: Vec = { x: 0, y: 0 }
  const add = (x: number, y: number): void => {
    at = { x, y }
    points.push(at)
  }
  const addCurve = (a: Vec, b: Vec, end: Vec): void => {
    for (const point of flattenCubic([at, a, b, end], curveSteps).slice(1)) points.push(point)
    at = end
  }
  draw(
    {
      moveTo: add,
      lineTo: add,
      quadraticCurveTo(cx, cy, x, y) {
        const toward = (from: Vec): Vec => ({
          x: from.x + (2 / 3) * (cx - from.x),
          y: from.y + (2 / 3) * (cy - from.y),
        })
        addCurve(toward(at), toward({ x, y }), { x, y })
      },
      bezierCurveTo: (ax, ay, bx, by, x, y) => addCurve({ x: ax, y: ay }, { x: bx, y: by }, { x, y }),
      closePath: () => undefined,
    },
    w,
    h,
  )
  return points
}
