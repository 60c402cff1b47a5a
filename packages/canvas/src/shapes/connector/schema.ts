import { z } from 'zod'
import type { ElementRecord } from '../../document/model/record.ts'
import type { ShapeSchema } from '../../shape.ts'
import { Head } from '../shared/head-prop.ts'
import { Points } from '../shared/points.ts'
import { lineDefaults, lineProps, textDefaults, textProps } from '../shared/style.ts'
import { Text } from '../shared/text-prop.ts'

const ConnectorProps = z.strictObject({
  ...lineProps,
  ...textProps,
  /**
   * First and last are the ends, others are waypoints; an elbow uses them only while all segments are
   * axis-aligned. The position of a bound end is derived from its target, and the stored one is a fallback if the
   * target is not loaded.
   */
  points: Points,
  routing: z.enum(['straight', 'curved', 'elbow']),
  /** Offset of the middle segment of an elbow from its computed position, in page units. */
  bend: z.number().min(-1e6).max(1e6),
  startHead: Head,
  endHead: Head,
  /** The label, and the position of its centre as a fraction of the line. */
  text: Text,
  labelAt: z.number().min(0).max(1),
})

export type ConnectorRecord = ElementRecord & z.infer<typeof ConnectorProps>

export const connectorSchema: ShapeSchema = {
  kind: 'connector',
  props: ConnectorProps,
  defaults: {
    ...lineDefaults,
    ...textDefaults,
    size: 16,
    points: [0, 0, 1, 1],
    routing: 'straight',
    bend: 0,
    startHead: 'none',
    endHead: 'arrow',
    text: null,
    labelAt: 0.5,
  },
  version: 1,
  fingerprint: '192c3465ad3724c6',
  migrations: [],
  facets: { element: true, connects: true, text: true },
}
