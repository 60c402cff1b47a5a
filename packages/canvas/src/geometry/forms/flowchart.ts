import {
  arc,
  drawBox,
  drawPolygon,
  getRoom,
  scaledPolygon,
  squareSize,
  usualSize,
  type Form,
} from './form.ts'

/** Distance of the side lines of a subroutine, fraction of the width. */
const subroutineInset = 0.1

export const flowchartForms = {
  terminator: {
    outline(sink, w, h) {
      const r = Math.min(w, h) / 2
      const radius = { x: r, y: r }
      sink.moveTo(r, 0)
      sink.lineTo(w - r, 0)
      arc(sink, { x: w - r, y: r }, radius, -90, 0)
      sink.lineTo(w, h - r)
      arc(sink, { x: w - r, y: h - r }, radius, 0, 90)
      sink.lineTo(r, h)
      arc(sink, { x: r, y: h - r }, radius, 90, 180)
      sink.lineTo(0, r)
      arc(sink, { x: r, y: r }, radius, 180, 270)
      sink.closePath()
    },
    room: getRoom(0.13, 0.1, 0.74, 0.8),
    size: { w: 160, h: 64 },
  },
  parallelogram: {
    outline(sink, w, h) {
      const slope = Math.min(w * 0.2, h * 0.5)
      drawPolygon(sink, [
        { x: slope, y: 0 },
        { x: w, y: 0 },
        { x: w - slope, y: h },
        { x: 0, y: h },
      ])
    },
    room: getRoom(0.19, 0.05, 0.62, 0.9),
    size: usualSize,
  },
  subroutine: {
    outline: drawBox,
    details(sink, w, h) {
      for (const x of [w * subroutineInset, w * (1 - subroutineInset)]) {
        sink.moveTo(x, 0)
        sink.lineTo(x, h)
      }
    },
    room: getRoom(0.13, 0.06, 0.74, 0.88),
    size: usualSize,
  },
  document: {
    outline(sink, w, h) {
      sink.moveTo(0, 0)
      sink.lineTo(w, 0)
      sink.lineTo(w, h * 0.88)
      sink.bezierCurveTo(w * 0.75, h * 0.72, w * 0.6, h * 0.8, w * 0.5, h * 0.88)
      sink.bezierCurveTo(w * 0.4, h * 0.96, w * 0.25, h * 1.04, 0, h * 0.88)
      sink.closePath()
    },
    room: getRoom(0.06, 0.06, 0.88, 0.7),
    size: usualSize,
  },
  database: {
    outline(sink, w, h) {
      const radius = { x: w / 2, y: h * 0.14 }
      sink.moveTo(0, radius.y)
      arc(sink, { x: w / 2, y: radius.y }, radius, 180, 360)
      sink.lineTo(w, h - radius.y)
      arc(sink, { x: w / 2, y: h - radius.y }, radius, 0, 180)
      sink.closePath()
    },
    details(sink, w, h) {
      const radius = { x: w / 2, y: h * 0.14 }
      sink.moveTo(w, radius.y)
      arc(sink, { x: w / 2, y: radius.y }, radius, 0, 180)
    },
    room: getRoom(0.06, 0.3, 0.88, 0.58),
    size: { w: 120, h: 130 },
  },
  manualInput: {
    outline: scaledPolygon([
      [0, 0.25],
      [1, 0],
      [1, 1],
      [0, 1],
    ]),
    room: getRoom(0.06, 0.27, 0.88, 0.68),
    size: usualSize,
  },
  manualOperation: {
    outline: scaledPolygon([
      [0, 0],
      [1, 0],
      [0.8, 1],
      [0.2, 1],
    ]),
    room: getRoom(0.19, 0.06, 0.62, 0.88),
    size: usualSize,
  },
  delay: {
    outline(sink, w, h) {
      const radius = { x: Math.min(w, h / 2), y: h / 2 }
      sink.moveTo(0, 0)
      sink.lineTo(w - radius.x, 0)
      arc(sink, { x: w - radius.x, y: h / 2 }, radius, -90, 90)
      sink.lineTo(0, h)
      sink.closePath()
    },
    room: getRoom(0.05, 0.08, 0.76, 0.84),
    size: { w: 140, h: 90 },
  },
  offPage: {
    outline: scaledPolygon([
      [0, 0],
      [1, 0],
      [1, 0.68],
      [0.5, 1],
      [0, 0.68],
    ]),
    room: getRoom(0.06, 0.06, 0.88, 0.62),
    size: squareSize,
  },
} as const satisfies Readonly<Record<string, Form>>
