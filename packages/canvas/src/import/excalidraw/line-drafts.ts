import { encodePiece } from '../../document/model/stroke-points.ts'
import { getPointBounds, getCentre } from '../../geometry/box.ts'
import { getLineLength, nearestOnLine } from '../../geometry/polygon.ts'
import { distance } from '../../geometry/vec.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { Head } from '../../shapes/shared/head-prop.ts'
import { fieldsOfPoints } from '../../shapes/shared/points.ts'
import type { NoteCounter } from '../notes.ts'
import type { Draft } from './element-draft.ts'
import type { ForeignElement } from './element.ts'
import { readPoints, thinOut, rotatePoints } from './read-points.ts'
import { getDegrees, getFillStyle, isRound, getLineStyle, getOpacity, getPaint } from './read-style.ts'
import { getRichText, readTextStyle } from './text-draft.ts'

/** Maximum points of a line. */
const maxLinePoints = 1000
/** Maximum points of a stroke, more than several minutes of drawing. */
const maxStrokePoints = 100_000
/** Half of the allowed points per piece, because distant points need many bytes. */
const pointsOfPiece = 4096
/** Width of a stroke of width 1 in Excalidraw, whose pen is thicker than its lines. */
const penWidth = 4.25
/** How fast a simulated pressure follows the speed, and how much of the width depends on it. */
const [pressureChange, thinning] = [0.275, 0.6]
/** Lines whose ends are this close are closed, in page units. */
const closingDistance = 8

const heads: ReadonlyMap<string, Head> = new Map([
  ['arrow', 'arrow'],
  ['triangle', 'triangle'],
  ['dot', 'dot'],
  ['circle', 'dot'],
  ['diamond', 'diamond'],
  ['bar', 'bar'],
  ['triangle_outline', 'hollowTriangle'],
  ['diamond_outline', 'hollowDiamond'],
  ['cardinality_one', 'one'],
  ['crowfoot_one', 'one'],
  ['cardinality_many', 'many'],
  ['crowfoot_many', 'many'],
  ['cardinality_one_or_many', 'oneOrMany'],
  ['crowfoot_one_or_many', 'oneOrMany'],
  ['cardinality_zero_or_one', 'zeroOrOne'],
  ['cardinality_zero_or_many', 'zeroOrMany'],
])

/** Arrowheads with a similar head here. */
const likeHeads: ReadonlyMap<string, Head> = new Map([
  ['circle_outline', 'dot'],
  ['cardinality_exactly_one', 'one'],
])

function getHead(name: string | null | undefined, element: ForeignElement, notes: NoteCounter): Head {
  if (name === null || name === undefined) return 'none'
  const head = heads.get(name)
  if (head !== undefined) return head
  notes.take('arrowhead', element)
  return likeHeads.get(name) ?? 'arrow'
}

/** Points after rotation; undefined for an invisible line. */
function linePoints(element: ForeignElement, notes: NoteCounter): readonly Vec[] | undefined {
  const all = rotatePoints(
    readPoints(element).map(({ at }) => at),
    element.angle,
  )
  const box = getPointBounds(all)
  if (all.length < 2 || (box.w === 0 && box.h === 0)) {
    notes.take('invisible', element)
    return undefined
  }
  if (all.length > maxLinePoints) notes.take('manyPoints', element)
  return thinOut(all, maxLinePoints)
}

/** Lines of two points are straight regardless of their roundness. */
function getRouting(element: ForeignElement, points: readonly Vec[]): 'straight' | 'curved' {
  return isRound(element) && points.length > 2 ? 'curved' : 'straight'
}

/** An arrow with its bindings and label; the label keeps its position. */
export function connectorDraft(
  element: ForeignElement,
  label: ForeignElement | undefined,
  notes: NoteCounter,
): Draft | undefined {
  const points = linePoints(element, notes)
  if (points === undefined) return undefined
  const rotated = element.elbowed && getDegrees(element.angle) !== 0 && points.length > 2
  if (rotated) notes.take('elbowRoute', element)
  return {
    source: element,
    kind: 'connector',
    fields: {
      ...fieldsOfPoints(rotated ? [points[0]!, points.at(-1)!] : points),
      ...getLineStyle(element, notes),
      ...(label && { ...readTextStyle(label, false, notes), text: getRichText(label, label.link, notes) }),
      routing: element.elbowed ? 'elbow' : getRouting(element, points),
      bend: 0,
      startHead: getHead(element.startArrowhead, element, notes),
      endHead: getHead(element.endArrowhead === undefined ? 'arrow' : element.endArrowhead, element, notes),
      labelAt: label ? getLabelPlace(label, points) : 0.5,
    },
  }
}

/** Position of a label along the line, as a fraction of its length. */
function getLabelPlace(label: ForeignElement, points: readonly Vec[]): number {
  const { x, y, width, height } = label
  const near = nearestOnLine(getCentre({ x, y, w: width, h: height }), points)
  const length = getLineLength(points)
  if (!near || length === 0 || near.distance > Math.max(width, height)) return 0.5
  const share = getLineLength([...points.slice(0, near.index + 1), near.point]) / length
  return Math.round(Math.min(1, Math.max(0, share)) * 1e4) / 1e4
}

export function lineDraft(element: ForeignElement, notes: NoteCounter): Draft | undefined {
  const points = linePoints(element, notes)
  if (points === undefined) return undefined
  const isClosed =
    points.length > 2 && (element.polygon || distance(points[0]!, points.at(-1)!) <= closingDistance)
  const last = isClosed && points.length > 3 ? -1 : points.length
  return {
    source: element,
    kind: 'line',
    fields: {
      ...fieldsOfPoints(points.slice(0, last)),
      ...getLineStyle(element, notes),
      ...(isClosed ? getFillStyle(element, notes) : { fill: 'none', fillStyle: 'soft' }),
      routing: getRouting(element, points),
      closed: isClosed,
      startHead: isClosed ? 'none' : getHead(element.startArrowhead, element, notes),
      endHead: isClosed ? 'none' : getHead(element.endArrowhead, element, notes),
    },
  }
}

/**
 * A freehand stroke. `width` is the rendered width of a stroke of width 1: before 2021, strokes were plain lines.
 */
function penDraft(element: ForeignElement, width: number, notes: NoteCounter): Draft | undefined {
  const all = readPoints(element)
  const stroke = getPaint(element.strokeColor, element, notes)
  if (all.length === 0 || stroke === 'none') {
    notes.take('invisible', element)
    return undefined
  }
  if (all.length > maxStrokePoints) notes.take('manyPoints', element)
  if (element.strokeStyle !== 'solid' || hasFill(element, notes)) notes.take('strokeLook', element)
  const pressureAt = (index: number): number => {
    const pressure = element.simulatePressure ? 0.5 : element.pressures[index]
    return typeof pressure === 'number' ? Math.min(1, Math.max(0, pressure)) : 0.5
  }
  const points = thinOut(all, maxStrokePoints).map(({ at, index }) => ({
    ...at,
    pressure: pressureAt(index),
  }))
  const pieces = []
  for (let from = 0; from < points.length; from += pointsOfPiece) {
    pieces.push(encodePiece(points.slice(from, from + pointsOfPiece)))
  }
  return {
    source: element,
    kind: 'pen',
    fields: {
      ...getPointBounds(points),
      r: getDegrees(element.angle),
      stroke,
      strokeWidth: Math.min(100, Math.max(0.5, getPenWidth(points, element, width))),
      opacity: getOpacity(element, notes),
      nib: element.simulatePressure ? 'even' : 'pen',
      flipX: false,
      flipY: false,
    },
    pieces,
  }
}

/**
 * The mean width of a stroke. Without real pressures, the program makes strokes thinner the farther apart their
 * points are: a pressure that follows the speed, of which the sine gives the radius.
 */
function getPenWidth(
  points: readonly Vec[],
  { strokeWidth, simulatePressure }: ForeignElement,
  width: number,
): number {
  const size = strokeWidth * width
  if (!simulatePressure || width !== penWidth) return size
  let [pressure, area, length] = [0.5, 0, 0]
  for (const [i, to] of points.slice(1).entries()) {
    const step = distance(points[i]!, to)
    const speed = Math.min(1, step / size)
    pressure += (1 - speed - pressure) * speed * pressureChange
    const radius = size * Math.sin((0.5 - thinning * (0.5 - pressure)) * (Math.PI / 2))
    area += 2 * radius * step
    length += step
  }
  return length === 0 ? size : Math.round((area / length) * 100) / 100
}

export function strokeDraft(element: ForeignElement, notes: NoteCounter): Draft | undefined {
  return penDraft(element, penWidth, notes)
}

/** A stroke in the format before 2021; filled loops remain filled shapes. */
export function formerStrokeDraft(element: ForeignElement, notes: NoteCounter): Draft | undefined {
  return hasFill(element, notes) ? lineDraft(element, notes) : penDraft(element, 1, notes)
}

function hasFill(element: ForeignElement, notes: NoteCounter): boolean {
  return getPaint(element.backgroundColor, element, notes) !== 'none'
}
