import {
  getRotatedBounds,
  getCorners,
  inflate,
  isInsideRotated,
  getPointAtFraction,
  toPage,
  type Box,
} from '../../geometry/box.ts'
import { distanceToLine, insidePolygon } from '../../geometry/polygon.ts'
import { rotateAbout, type Vec } from '../../geometry/vec.ts'
import type { ElementRecord } from '../../document/model/record.ts'
import type { Fields, Outline, ShapeView, EdgeTrace } from '../../shape.ts'
import { getHandReach } from './draw-path.ts'
import { getBlock, labelHit, getPadding, labelRoom, type Label } from './label.ts'

interface BoxShape extends ElementRecord, Label {
  readonly stroke: string
  readonly strokeWidth: number
  readonly fill: string
}

/** Stroke width, half of it on either side; 0 without a stroke. */
export function getLineWidth({ stroke, strokeWidth }: ElementRecord): number {
  return typeof strokeWidth === 'number' && stroke !== 'none' ? strokeWidth : 0
}

/** How far the stroke of an element extends beyond its outline. */
export function getStrokeReach(record: ElementRecord): number {
  const width = getLineWidth(record)
  return width === 0 ? 0 : width / 2 + getHandReach(record)
}

/** Bounds of a box including its stroke. */
export function boxBounds(record: ElementRecord): Box {
  const reach = getStrokeReach(record)
  return getRotatedBounds(reach === 0 ? record : inflate(record, reach), record.r)
}

export function boxOutline(record: ElementRecord): Outline {
  return { points: getCorners(record, record.r), closed: true }
}

/** The box, with its corner radius if the kind has one. */
export function boxTrace(record: ElementRecord): EdgeTrace {
  const { radius, w, h } = record
  return {
    form: 'box',
    radius: typeof radius === 'number' ? Math.min(radius, w / 2, h / 2) : 0,
    width: getLineWidth(record),
  }
}

/** Hits anywhere in the rotated box, for solid shapes. */
export function boxHit(record: ElementRecord, at: Vec, slack: number): boolean {
  return isInsideRotated(record, at, slack)
}

/** Hits on the stroke, and inside only with a fill or a text. `room` is the text area in fractions of the box. */
export function outlineHit(
  record: ElementRecord,
  outline: Outline,
  at: Vec,
  slack: number,
  room: Box,
  view: ShapeView,
): boolean {
  const shape = record as BoxShape
  if (distanceToLine(at, outline.points, true) <= slack + shape.strokeWidth / 2) return true
  if (!insidePolygon(at, outline.points)) return false
  return shape.fill !== 'none' || labelHit(shape, labelRoom(shape, room), at, slack, view)
}

/**
 * Resizes a rotated box so that the point at fractions (u, v) keeps its position on the page. Rounded, so that
 * values stay short.
 */
export function resizedAbout(record: ElementRecord, w: number, h: number, u: number, v: number): Box {
  const anchor = toPage(getPointAtFraction(record, u, v), record)
  const arm = rotateAbout({ x: (u - 0.5) * w, y: (v - 0.5) * h }, record.r, { x: 0, y: 0 })
  const round = (value: number): number => Math.round(value * 100) / 100
  return { x: round(anchor.x - arm.x - w / 2), y: round(anchor.y - arm.y - h / 2), w: round(w), h: round(h) }
}

/** Increases the height to fit the text; the top edge stays. */
export function growToLabel(record: ElementRecord, room: Box, view: ShapeView): Fields {
  const shape = record as BoxShape
  const block = getBlock(shape, labelRoom(shape, room).w, view.measure)
  const needed = block ? (block.h + 2 * getPadding(room)) / room.h : 0
  if (needed <= record.h + 0.5) return {}
  return { ...resizedAbout(record, record.w, Math.ceil(needed), 0.5, 0) }
}
