import { z } from 'zod'
import type { ElementRecord } from '../../document/model/record.ts'
import type { ShapeSchema } from '../../shape.ts'
import { Paint } from '../shared/style.ts'

const FrameProps = z.strictObject({
  title: z.string().max(200),
  /** Background colour; `none` is transparent. */
  fill: Paint,
  /** Highest role inside the frame for everyone below admin (decisions §3); null for no limit. */
  role: z.enum(['contributor', 'viewer']).nullable(),
  /** What its presenter wants to say; absent in older frames. */
  notes: z.string().max(5_000).optional(),
})

export type FrameRecord = ElementRecord & z.infer<typeof FrameProps>

export const frameSchema: ShapeSchema = {
  kind: 'frame',
  props: FrameProps,
  defaults: { title: '', fill: 'paper', role: null, notes: '' },
  version: 1,
  fingerprint: '1a60678676b9d53e',
  migrations: [],
  facets: { element: true, container: 'frame', bindable: true },
}
