import { z } from 'zod'
import type { ElementRecord } from '../../document/model/record.ts'
import type { ShapeSchema } from '../../shape.ts'
import { Color, lineProps } from '../shared/style.ts'

const PenProps = z.strictObject({
  stroke: Color,
  /** Width under middle pressure, in page units. */
  strokeWidth: lineProps.strokeWidth,
  opacity: lineProps.opacity,
  /** `pen` widens with pressure, `even` has a constant width, `highlighter` is even and translucent. */
  nib: z.enum(['pen', 'even', 'highlighter']),
  /** Mirrored drawings of the points, which themselves never change. */
  flipX: z.boolean(),
  flipY: z.boolean(),
})

export type PenRecord = ElementRecord & z.infer<typeof PenProps>

/**
 * The points are not here but in the stroke's pieces. x, y, w, h are the box of the points themselves (line width
 * not counted), kept up by the author's edits while the stroke grows; a later resize stretches the points into the box.
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
