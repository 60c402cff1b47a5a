import type { StrokePiece } from '../../document/model/record.ts'
import { decodePieces, type StrokePoint } from '../../document/model/stroke-points.ts'
import { getPointBounds } from '../../geometry/box.ts'
import type { Path } from '../../geometry/path.ts'
import { RecentCache } from '../../recent-cache.ts'
import type { ShapeView } from '../../shape.ts'
import { strokeMiddle, strokeOutline, strokeSketch, type FlatPoints } from './stroke-outline.ts'
import type { PenRecord } from './schema.ts'

/** Smaller size differences are due to rounding, not scaling. */
const rounding = 0.26

/**
 * How far sketches of a stroke may be from its points, page units: about half a device pixel at the largest scale
 * that shows them (`render/detail.ts`).
 */
const tolerance = { plain: 1.1, blocks: 4 } as const

/** A stroke's points relative to the top left corner of its box, and its cached paths. */
export interface Stroke {
  readonly points: FlatPoints
  full?: Path
  plain?: Path
}

/** Cache key: equal inputs need no decoding, independent of the position. */
interface CachedStroke {
  readonly last: StrokePiece | undefined
  readonly count: number
  readonly w: number
  readonly h: number
  readonly strokeWidth: number
  readonly nib: PenRecord['nib']
  readonly flipX: boolean
  readonly flipY: boolean
  readonly stroke: Stroke
}

const recent = new RecentCache<StrokePiece, CachedStroke>(20_000)
const none: Stroke = { points: new Float32Array(0) }

/** The stroke of a record, cached by pieces and size. */
export function getStroke(record: PenRecord, view: ShapeView): Stroke {
  const pieces = view.document.pieces(record.id)
  const first = pieces[0]
  if (!first) return none
  const { w, h, strokeWidth, nib, flipX, flipY } = record
  const last = pieces[pieces.length - 1]
  const known = recent.get(first)
  if (
    known &&
    known.last === last &&
    known.count === pieces.length &&
    known.w === w &&
    known.h === h &&
    known.strokeWidth === strokeWidth &&
    known.nib === nib &&
    known.flipX === flipX &&
    known.flipY === flipY
  ) {
    return known.stroke
  }
  const stroke: Stroke = { points: fitted(decodedPoints(pieces), record) }
  recent.set(first, { last, count: pieces.length, w, h, strokeWidth, nib, flipX, flipY, stroke })
  return stroke
}

/** Invalid pieces are not drawn; the server refuses them, so only a damaged copy can contain any. */
function decodedPoints(pieces: readonly StrokePiece[]): readonly StrokePoint[] {
  try {
    return decodePieces(pieces)
  } catch {
    return []
  }
}

function fitted(points: readonly StrokePoint[], { w, h, flipX, flipY }: PenRecord): FlatPoints {
  const box = getPointBounds(points)
  const sx = box.w === 0 || Math.abs(w - box.w) < rounding ? 1 : w / box.w
  const sy = box.h === 0 || Math.abs(h - box.h) < rounding ? 1 : h / box.h
  const flat = new Float32Array(points.length * 3)
  for (let i = 0; i < points.length; i++) {
    const p = points[i]!
    const x = (p.x - box.x) * sx
    const y = (p.y - box.y) * sy
    flat[i * 3] = flipX ? w - x : x
    flat[i * 3 + 1] = flipY ? h - y : y
    flat[i * 3 + 2] = p.pressure
  }
  return flat
}

/** The outline of a pen stroke, or the centre line of an even nib. */
export function fullPath(stroke: Stroke, { nib, strokeWidth }: PenRecord): Path {
  return (stroke.full ??= (nib === 'pen' ? strokeOutline : strokeMiddle)(stroke.points, strokeWidth))
}

export function plainPath(stroke: Stroke): Path {
  return (stroke.plain ??= strokeSketch(stroke.points, tolerance.plain))
}

/** Not cached: a board seen from far has very many strokes, whose blocks are cached once they are drawn. */
export function blocksPath(record: PenRecord, view: ShapeView): Path {
  const points = fitted(decodedPoints(view.document.pieces(record.id)), record)
  return strokeSketch(points, tolerance.blocks)
}
