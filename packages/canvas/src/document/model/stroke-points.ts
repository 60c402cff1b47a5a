import { ByteReader, ByteWriter, MalformedError } from './bytes.ts'
import { MAX_COORDINATE, MAX_PIECE_BYTES, MAX_PIECE_POINTS } from './limits.ts'
import type { StrokePiece } from './record.ts'

/** A stroke point in page units as it was drawn. The box of the stroke positions and scales it. */
export interface StrokePoint {
  readonly x: number
  readonly y: number
  /** 0 to 1; a mouse has 0.5. */
  readonly pressure: number
}

/** Steps per page unit: finer than a pixel at 1,600 %. */
const PRECISION = 16
const PRESSURE_STEPS = 255
const EVEN = 0
const VARYING = 1

/** A point rounded as it will be stored. Draw unfinished strokes with it, so that they do not jump when stored. */
export function storedPoint(point: StrokePoint): StrokePoint {
  return {
    x: steps(point.x) / PRECISION,
    y: steps(point.y) / PRECISION,
    pressure: storedPressure(point.pressure) / PRESSURE_STEPS,
  }
}

/** Encodes a self-contained piece of at most 8,192 points: the first is absolute, the others are deltas. */
export function encodePiece(points: readonly StrokePoint[]): StrokePiece {
  const writer = new ByteWriter(points.length * 4 + 8)
  const first = points[0]
  const even = points.every(
    (point) => storedPressure(point.pressure) === storedPressure(first?.pressure ?? 0.5),
  )
  writer.uint(points.length)
  writer.byte(even ? EVEN : VARYING)
  let x = 0
  let y = 0
  let pressure = 0
  points.forEach((point, index) => {
    const nextX = steps(point.x)
    const nextY = steps(point.y)
    writer.int(nextX - x)
    writer.int(nextY - y)
    if (!even || index === 0) {
      writer.int(storedPressure(point.pressure) - pressure)
      pressure = storedPressure(point.pressure)
    }
    x = nextX
    y = nextY
  })
  return writer.finish()
}

/** Number of points of a piece, without decoding them. Throws a `MalformedError` for an invalid number. */
export function countPiecePoints(piece: StrokePiece): number {
  return new ByteReader(piece).count(MAX_PIECE_POINTS)
}

/** Throws a `MalformedError` for input that `encodePiece` would not produce. */
export function decodePiece(piece: StrokePiece): StrokePoint[] {
  if (piece.length > MAX_PIECE_BYTES) throw new MalformedError('stroke piece too large')
  const reader = new ByteReader(piece)
  const count = reader.count(MAX_PIECE_POINTS)
  const mode = reader.byte()
  if (mode !== EVEN && mode !== VARYING) throw new MalformedError('unknown stroke piece')
  const points: StrokePoint[] = []
  let x = 0
  let y = 0
  let pressure = 0
  for (let i = 0; i < count; i++) {
    x += reader.int()
    y += reader.int()
    if (mode === VARYING || i === 0) pressure += reader.int()
    if (Math.abs(x) > MAX_COORDINATE * PRECISION || Math.abs(y) > MAX_COORDINATE * PRECISION) {
      throw new MalformedError('stroke leaves the board')
    }
    if (pressure < 0 || pressure > PRESSURE_STEPS) throw new MalformedError('pressure out of range')
    points.push({ x: x / PRECISION, y: y / PRECISION, pressure: pressure / PRESSURE_STEPS })
  }
  reader.end()
  return points
}

export function decodePieces(pieces: readonly StrokePiece[]): StrokePoint[] {
  return pieces.flatMap(decodePiece)
}

/** Adding zero turns minus zero into zero. */
function steps(coordinate: number): number {
  return Math.round(coordinate * PRECISION) + 0
}

function storedPressure(pressure: number): number {
  return Math.round(Math.min(1, Math.max(0, pressure)) * PRESSURE_STEPS)
}
