import type { StrokePiece, ElementRecord } from '../../document/record.ts'
import { decodePieces, type StrokePoint } from '../../document/stroke-points.ts'
import { boxOfPoints, type Box } from '../../geometry/box.ts'
import type { Path } from '../../geometry/path.ts'
import { RecentCache } from '../../recent-cache.ts'
import type { ShapeView } from '../../shape.ts'
import type { PenRecord } from './schema.ts'
import { strokeMiddle, strokeOutline, strokeSketch } from './outline.ts'

/** Sides that differ less than this were not stretched, only rounded. */
const rounding = 0.26

/** A stroke's points in its record's box, from the box's upper left corner, and its drawings so far. */
export interface Stroke {
  readonly points: readonly StrokePoint[]
  full?: Path
  plain?: Path
  blocks?: Path
}

interface Decoded {
  readonly last: StrokePiece | undefined
  readonly count: number
  readonly points: readonly StrokePoint[]
  readonly box: Box
  /** What the stroke below was fitted to. */
  key: string
  stroke: Stroke | undefined
}

const recent = new RecentCache<StrokePiece, Decoded>(20_000)
const none: Stroke = { points: [] }

/**
 * The points of a stroke, decoded once per set of pieces and fitted once per size and looks: a move keeps all of it.
 * Undecodable pieces draw nothing; the server refuses them, so only a damaged copy can hold any.
 */
export function strokeOf(record: ElementRecord, view: ShapeView): Stroke {
  const pieces = view.document.pieces(record.id)
  const first = pieces[0]
  if (!first) return none
  let decoded = recent.get(first)
  if (!decoded || decoded.count !== pieces.length || decoded.last !== pieces[pieces.length - 1]) {
    const points = decodedPoints(pieces)
    const box = boxOfPoints(points)
    decoded = {
      last: pieces[pieces.length - 1],
      count: pieces.length,
      points,
      box,
      key: '',
      stroke: undefined,
    }
    recent.set(first, decoded)
  }
  const { w, h, strokeWidth, nib, flipX, flipY } = record as PenRecord
  const key = `${w} ${h} ${strokeWidth} ${nib} ${flipX} ${flipY}`
  if (decoded.stroke && decoded.key === key) return decoded.stroke
  decoded.key = key
  decoded.stroke = { points: fitted(decoded.points, decoded.box, record as PenRecord) }
  return decoded.stroke
}

function decodedPoints(pieces: readonly StrokePiece[]): readonly StrokePoint[] {
  try {
    return decodePieces(pieces)
  } catch {
    return []
  }
}

function fitted(points: readonly StrokePoint[], box: Box, { w, h, flipX, flipY }: PenRecord): StrokePoint[] {
  const sx = box.w === 0 || Math.abs(w - box.w) < rounding ? 1 : w / box.w
  const sy = box.h === 0 || Math.abs(h - box.h) < rounding ? 1 : h / box.h
  return points.map((p) => {
    const x = (p.x - box.x) * sx
    const y = (p.y - box.y) * sy
    return { x: flipX ? w - x : x, y: flipY ? h - y : y, pressure: p.pressure }
  })
}

/** The outline of a pen, or the middle of an even nib. */
export function fullPath(stroke: Stroke, { nib, strokeWidth }: PenRecord): Path {
  return (stroke.full ??= (nib === 'pen' ? strokeOutline : strokeMiddle)(stroke.points, strokeWidth))
}

export function plainPath(stroke: Stroke): Path {
  return (stroke.plain ??= strokeSketch(stroke.points, 5))
}

export function blocksPath(stroke: Stroke): Path {
  return (stroke.blocks ??= strokeSketch(stroke.points, 15))
}
