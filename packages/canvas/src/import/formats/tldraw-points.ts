import { z } from 'zod'
import { readBase64 } from '../excalidraw/data-url.ts'
import { importLimits } from '../import-limits.ts'

/** A point of a stroke with its pressure, 0 to 1. */
export interface StrokePoint {
  readonly x: number
  readonly y: number
  readonly z: number
}

const Point = z.object({ x: z.number(), y: z.number(), z: z.number().catch(0.5) })
const Segments = z.array(
  z.object({
    points: z.array(Point).optional().catch(undefined),
    path: z.string().optional(),
    /** 2 where the pen gave no pressure, which is left out then. */
    dim: z.union([z.literal(2), z.literal(3)]).catch(3),
  }),
)

/** Points of all segments of a stroke; undefined if they are not as any version writes them. */
export function readSegments(value: unknown): StrokePoint[] | undefined {
  const { data } = Segments.safeParse(value)
  const points = data?.flatMap((segment) => segment.points ?? decodePath(segment.path ?? '', segment.dim))
  return points && points.length <= importLimits.points ? points.filter(isFinitePoint) : undefined
}

const isFinitePoint = ({ x, y }: StrokePoint): boolean => Number.isFinite(x) && Number.isFinite(y)

/** Newer files: the first point as 32-bit floats, then the differences as 16-bit floats; two or three for each point. */
function decodePath(path: string, dimensions: 2 | 3): StrokePoint[] {
  const bytes = readBase64(path)
  const first = dimensions * 4
  if (!bytes || bytes.length < first) return []
  const view = new DataView(bytes.buffer)
  const hasPressure = dimensions === 3
  const z = hasPressure ? view.getFloat32(8, true) : 0.5
  let point = { x: view.getFloat32(0, true), y: view.getFloat32(4, true), z }
  const points = [point]
  for (let at = first; at + dimensions * 2 <= bytes.length; at += dimensions * 2) {
    point = {
      x: point.x + readHalf(view.getUint16(at, true)),
      y: point.y + readHalf(view.getUint16(at + 2, true)),
      z: hasPressure ? point.z + readHalf(view.getUint16(at + 4, true)) : point.z,
    }
    points.push(point)
  }
  return points
}

/** IEEE 754 binary16. */
function readHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN
  return sign * 2 ** (exponent - 15) * (1 + fraction / 1024)
}
