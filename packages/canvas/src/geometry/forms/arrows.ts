import type { Vec } from '../vec.ts'
import { drawPolygon, getRoom, type DrawForm, type Form } from './form.ts'

const wide = { w: 160, h: 80 }
const tall = { w: 80, h: 160 }

/** Distance of an arrow's shaft from the edge, fraction of its width across. */
const shaftInset = 0.27

export const arrowForms = {
  arrowRight: { outline: drawArrow((p) => p, false), room: getRoom(0.04, 0.29, 0.78, 0.42), size: wide },
  arrowLeft: { outline: drawArrow(mirror, false), room: getRoom(0.18, 0.29, 0.78, 0.42), size: wide },
  arrowUp: { outline: drawArrow(turnUp, true), room: getRoom(0.29, 0.18, 0.42, 0.78), size: tall },
  arrowDown: { outline: drawArrow(turnDown, true), room: getRoom(0.29, 0.04, 0.42, 0.78), size: tall },
  arrowBoth: {
    outline(sink, w, h) {
      const head = Math.min(w * 0.4, h * 0.6)
      const inset = h * shaftInset
      drawPolygon(sink, [
        { x: 0, y: h / 2 },
        { x: head, y: 0 },
        { x: head, y: inset },
        { x: w - head, y: inset },
        { x: w - head, y: 0 },
        { x: w, y: h / 2 },
        { x: w - head, y: h },
        { x: w - head, y: h - inset },
        { x: head, y: h - inset },
        { x: head, y: h },
      ])
    },
    room: getRoom(0.2, 0.29, 0.6, 0.42),
    size: wide,
  },
  chevron: {
    outline(sink, w, h) {
      const tip = Math.min(w * 0.3, h * 0.5)
      drawPolygon(sink, [
        { x: 0, y: 0 },
        { x: w - tip, y: 0 },
        { x: w, y: h / 2 },
        { x: w - tip, y: h },
        { x: 0, y: h },
        { x: tip, y: h / 2 },
      ])
    },
    room: getRoom(0.27, 0.06, 0.46, 0.88),
    size: wide,
  },
  step: {
    outline(sink, w, h) {
      const tip = Math.min(w * 0.3, h * 0.5)
      drawPolygon(sink, [
        { x: 0, y: 0 },
        { x: w - tip, y: 0 },
        { x: w, y: h / 2 },
        { x: w - tip, y: h },
        { x: 0, y: h },
      ])
    },
    room: getRoom(0.05, 0.06, 0.68, 0.88),
    size: wide,
  },
} as const satisfies Readonly<Record<string, Form>>

/** Maps a point of the arrow to the right, in a box `along` long, to the box of the form. */
type Turn = (point: Vec, along: number) => Vec

function mirror({ x, y }: Vec, along: number): Vec {
  return { x: along - x, y }
}

function turnUp({ x, y }: Vec, along: number): Vec {
  return { x: y, y: along - x }
}

function turnDown({ x, y }: Vec): Vec {
  return { x: y, y: x }
}

function drawArrow(turn: Turn, upright: boolean): DrawForm {
  return (sink, w, h) => {
    const [along, across] = upright ? [h, w] : [w, h]
    const neck = along - Math.min(along * 0.5, across * 0.6)
    const inset = across * shaftInset
    const corners: readonly Vec[] = [
      { x: 0, y: inset },
      { x: neck, y: inset },
      { x: neck, y: 0 },
      { x: along, y: across / 2 },
      { x: neck, y: across },
      { x: neck, y: across - inset },
      { x: 0, y: across - inset },
    ]
    drawPolygon(
      sink,
      corners.map((corner) => turn(corner, along)),
    )
  }
}
