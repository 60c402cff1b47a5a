import { getRoom, scaledPolygon, squareSize, toRadians, usualSize, type DrawForm, type Form } from './form.ts'

const starPoints = 5
/** Inner to outer radius of a star whose sides continue each other. */
const starRatio = 0.382

export const basicForms = {
  triangle: {
    outline: scaledPolygon([
      [0.5, 0],
      [1, 1],
      [0, 1],
    ]),
    room: getRoom(0.25, 0.5, 0.5, 0.46),
    size: { w: 140, h: 120 },
  },
  rightTriangle: {
    outline: scaledPolygon([
      [0, 0],
      [1, 1],
      [0, 1],
    ]),
    room: getRoom(0.04, 0.5, 0.46, 0.46),
    size: { w: 140, h: 120 },
  },
  trapezoid: {
    outline: scaledPolygon([
      [0.2, 0],
      [0.8, 0],
      [1, 1],
      [0, 1],
    ]),
    room: getRoom(0.19, 0.06, 0.62, 0.88),
    size: usualSize,
  },
  pentagon: {
    outline: scaledPolygon([
      [0.5, 0],
      [1, 0.382],
      [0.809, 1],
      [0.191, 1],
      [0, 0.382],
    ]),
    room: getRoom(0.19, 0.26, 0.62, 0.66),
    size: squareSize,
  },
  hexagon: {
    outline: scaledPolygon([
      [0.2, 0],
      [0.8, 0],
      [1, 0.5],
      [0.8, 1],
      [0.2, 1],
      [0, 0.5],
    ]),
    room: getRoom(0.17, 0.1, 0.66, 0.8),
    size: usualSize,
  },
  octagon: {
    outline: scaledPolygon([
      [0.293, 0],
      [0.707, 0],
      [1, 0.293],
      [1, 0.707],
      [0.707, 1],
      [0.293, 1],
      [0, 0.707],
      [0, 0.293],
    ]),
    room: getRoom(0.15, 0.15, 0.7, 0.7),
    size: squareSize,
  },
  star: { outline: createStar(), room: getRoom(0.31, 0.4, 0.38, 0.34), size: squareSize },
  cross: {
    outline: scaledPolygon([
      [0.33, 0],
      [0.67, 0],
      [0.67, 0.33],
      [1, 0.33],
      [1, 0.67],
      [0.67, 0.67],
      [0.67, 1],
      [0.33, 1],
      [0.33, 0.67],
      [0, 0.67],
      [0, 0.33],
      [0.33, 0.33],
    ]),
    room: getRoom(0.05, 0.35, 0.9, 0.3),
    size: squareSize,
  },
  heart: {
    outline(sink, w, h) {
      sink.moveTo(w * 0.5, h * 0.25)
      sink.bezierCurveTo(w * 0.5, h * 0.08, w * 0.38, 0, w * 0.26, 0)
      sink.bezierCurveTo(w * 0.1, 0, 0, h * 0.13, 0, h * 0.3)
      sink.bezierCurveTo(0, h * 0.58, w * 0.28, h * 0.78, w * 0.5, h)
      sink.bezierCurveTo(w * 0.72, h * 0.78, w, h * 0.58, w, h * 0.3)
      sink.bezierCurveTo(w, h * 0.13, w * 0.9, 0, w * 0.74, 0)
      sink.bezierCurveTo(w * 0.62, 0, w * 0.5, h * 0.08, w * 0.5, h * 0.25)
      sink.closePath()
    },
    room: getRoom(0.17, 0.24, 0.66, 0.4),
    size: squareSize,
  },
} as const satisfies Readonly<Record<string, Form>>

/** Scaled so that the points touch the box. */
function createStar(): DrawForm {
  const corners = Array.from({ length: starPoints * 2 }, (_, i) => {
    const angle = toRadians((i * 180) / starPoints - 90)
    const radius = i % 2 === 0 ? 1 : starRatio
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) }
  })
  const half = Math.sin(toRadians(72))
  const height = 1 + Math.cos(toRadians(36))
  return scaledPolygon(corners.map(({ x, y }) => [(x + half) / (2 * half), (y + 1) / height] as const))
}
