import { z } from 'zod'
import type { ElementRecord } from '../../document/model/record.ts'
import type { ShapeSchema } from '../../shape.ts'
import { Head } from '../shared/head-prop.ts'
import { Points } from '../shared/points.ts'
import { fillDefaults, fillProps, lineDefaults, lineProps } from '../shared/style.ts'

const LineProps = z.strictObject({
  ...lineProps,
  ...fillProps,
  points: Points,
  routing: z.enum(['straight', 'curved']),
  /** Closed lines can have a fill and have no arrowheads. */
  closed: z.boolean(),
  startHead: Head,
  endHead: Head,
})

export type LineRecord = ElementRecord & z.infer<typeof LineProps>

export const lineSchema: ShapeSchema = {
  kind: 'line',
  props: LineProps,
  defaults: {
    ...lineDefaults,
    ...fillDefaults,
    points: [0, 0, 1, 1],
    routing: 'straight',
    closed: false,
    startHead: 'none',
    endHead: 'none',
  },
  version: 1,
  fingerprint: 'd833909a438cc746',
  migrations: [],
  facets: { element: true },
}
