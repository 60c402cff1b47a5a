import { z } from 'zod'
import type { ElementRecord } from '../../document/model/record.ts'
import type { ShapeSchema } from '../../shape.ts'
import { Color, lineProps } from '../shared/style.ts'

const PenProps = z.strictObject({
  stroke: Color,
  /** Width at medium pressure, in page units. */
  strokeWidth: lineProps.strokeWidth,
  opacity: lineProps.opacity,
  /** `pen` widens with pressure, `even` has a constant width, `highlighter` is even and translucent. */
  nib: z.enum(['pen', 'even', 'highlighter']),
  /** The drawing is mirrored; the points themselves never change. */
  flipX: z.boolean(),
  flipY: z.boolean(),
})

export type PenRecord = ElementRecord & z.infer<typeof PenProps>

/**
 * Points are stored as pieces of the stroke. x, y, w, h are the bounds of the points (without stroke width),
 * updated by the author while drawing; a resize scales the points to the box.
 */
export const penSchema: ShapeSchema = {
  kind: 'pen',
  props: PenProps,
  defaults: { stroke: 'ink', strokeWidth: 4, opacity: 1, nib: 'pen', flipX: false, flipY: false },
  version: 1,
  fingerprint: '85974058ad3fccfe',
  migrations: [],
  facets: { element: true, stroke: true },
}
