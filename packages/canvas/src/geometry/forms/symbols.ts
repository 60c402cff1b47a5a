import { arc, drawBox, drawPolygon, getRoom, squareSize, usualSize, type Form } from './form.ts'

/** Height of a speech bubble without its tail, fraction of the height. */
const bubble = 0.78
/** Depth of a cube, fraction of the shorter side. */
const cubeDepth = 0.22
/** Folded corner of a page, fraction of the shorter side. */
const fold = 0.22

export const symbolForms = {
  speechBubble: {
    outline(sink, w, h) {
      const bottom = h * bubble
      const r = Math.min(w, bottom) * 0.18
      const radius = { x: r, y: r }
      sink.moveTo(r, 0)
      sink.lineTo(w - r, 0)
      arc(sink, { x: w - r, y: r }, radius, -90, 0)
      sink.lineTo(w, bottom - r)
      arc(sink, { x: w - r, y: bottom - r }, radius, 0, 90)
      sink.lineTo(w * 0.42, bottom)
      sink.lineTo(w * 0.18, h)
      sink.lineTo(w * 0.24, bottom)
      sink.lineTo(r, bottom)
      arc(sink, { x: r, y: bottom - r }, radius, 90, 180)
      sink.lineTo(0, r)
      arc(sink, { x: r, y: r }, radius, 180, 270)
      sink.closePath()
    },
    room: getRoom(0.05, 0.05, 0.9, 0.68),
    size: { w: 180, h: 120 },
  },
  cloud: {
    outline(sink, w, h) {
      sink.moveTo(w * 0.22, h * 0.96)
      sink.bezierCurveTo(w * 0.08, h * 0.98, 0, h * 0.84, 0, h * 0.68)
      sink.bezierCurveTo(0, h * 0.54, w * 0.06, h * 0.44, w * 0.14, h * 0.41)
      sink.bezierCurveTo(w * 0.12, h * 0.22, w * 0.24, h * 0.1, w * 0.36, h * 0.14)
      sink.bezierCurveTo(w * 0.42, h * -0.02, w * 0.64, h * -0.06, w * 0.72, h * 0.17)
      sink.bezierCurveTo(w * 0.84, h * 0.13, w * 0.92, h * 0.26, w * 0.89, h * 0.4)
      sink.bezierCurveTo(w * 0.96, h * 0.45, w, h * 0.56, w, h * 0.68)
      sink.bezierCurveTo(w, h * 0.86, w * 0.92, h * 0.97, w * 0.8, h * 0.95)
      sink.bezierCurveTo(w * 0.66, h * 1.02, w * 0.36, h * 1.02, w * 0.22, h * 0.96)
      sink.closePath()
    },
    room: getRoom(0.15, 0.26, 0.7, 0.56),
    size: { w: 180, h: 120 },
  },
  person: {
    outline(sink, w, h) {
      const head = { x: w * 0.24, y: h * 0.24 }
      const centre = { x: w / 2, y: head.y }
      sink.moveTo(0, h)
      sink.bezierCurveTo(0, h * 0.64, w * 0.14, h * 0.5, w * 0.38, h * 0.447)
      arc(sink, centre, head, 120, 420)
      sink.bezierCurveTo(w * 0.86, h * 0.5, w, h * 0.64, w, h)
      sink.closePath()
    },
    room: getRoom(0.14, 0.56, 0.72, 0.42),
    size: { w: 110, h: 130 },
  },
  page: {
    outline(sink, w, h) {
      const corner = Math.min(w, h) * fold
      drawPolygon(sink, [
        { x: 0, y: 0 },
        { x: w - corner, y: 0 },
        { x: w, y: corner },
        { x: w, y: h },
        { x: 0, y: h },
      ])
    },
    details(sink, w, h) {
      const corner = Math.min(w, h) * fold
      sink.moveTo(w - corner, 0)
      sink.lineTo(w - corner, corner)
      sink.lineTo(w, corner)
    },
    room: getRoom(0.06, 0.2, 0.88, 0.74),
    size: { w: 110, h: 140 },
  },
  cube: {
    outline(sink, w, h) {
      const depth = Math.min(w, h) * cubeDepth
      drawPolygon(sink, [
        { x: depth, y: 0 },
        { x: w, y: 0 },
        { x: w, y: h - depth },
        { x: w - depth, y: h },
        { x: 0, y: h },
        { x: 0, y: depth },
      ])
    },
    details(sink, w, h) {
      const depth = Math.min(w, h) * cubeDepth
      sink.moveTo(0, depth)
      sink.lineTo(w - depth, depth)
      sink.lineTo(w - depth, h)
      sink.moveTo(w - depth, depth)
      sink.lineTo(w, 0)
    },
    room: getRoom(0.04, 0.26, 0.72, 0.7),
    size: squareSize,
  },
  folder: {
    outline(sink, w, h) {
      const tab = h * 0.16
      drawPolygon(sink, [
        { x: 0, y: 0 },
        { x: w * 0.36, y: 0 },
        { x: w * 0.44, y: tab },
        { x: w, y: tab },
        { x: w, y: h },
        { x: 0, y: h },
      ])
    },
    room: getRoom(0.06, 0.22, 0.88, 0.72),
    size: usualSize,
  },
  crossedBox: {
    outline: drawBox,
    details(sink, w, h) {
      sink.moveTo(0, 0)
      sink.lineTo(w, h)
      sink.moveTo(w, 0)
      sink.lineTo(0, h)
    },
    room: getRoom(0.05, 0.05, 0.9, 0.9),
    size: squareSize,
  },
  checkedBox: {
    outline: drawBox,
    details(sink, w, h) {
      const size = Math.min(w, h) * 0.82
      const [left, top] = [(w - size) / 2, (h - size) / 2]
      sink.moveTo(left + size * 0.25, top + size * 0.52)
      sink.lineTo(left + size * 0.45, top + size * 0.82)
      sink.lineTo(left + size * 0.82, top + size * 0.22)
    },
    room: getRoom(0.05, 0.05, 0.9, 0.9),
    size: squareSize,
  },
} as const satisfies Readonly<Record<string, Form>>
