import { z } from 'zod'
import type { ElementRecord } from '../../document/model/record.ts'
import type { ShapeSchema } from '../../shape.ts'
import {
  fillDefaults,
  fillProps,
  lineDefaults,
  lineProps,
  textDefaults,
  textProps,
  verticalDefaults,
  verticalProps,
} from '../shared/style.ts'
import { Text } from '../shared/text-prop.ts'

const RectProps = z.strictObject({
  ...lineProps,
  ...fillProps,
  ...textProps,
  ...verticalProps,
  /** Corner radius in page units, limited to half the shorter side. */
  radius: z.number().min(0).max(1000),
  text: Text,
})

export type RectRecord = ElementRecord & z.infer<typeof RectProps>

export const rectSchema: ShapeSchema = {
  kind: 'rect',
  props: RectProps,
  defaults: { ...lineDefaults, ...fillDefaults, ...textDefaults, ...verticalDefaults, radius: 0, text: null },
  version: 1,
  fingerprint: 'a9191fc87eb2a8d6',
  migrations: [],
  facets: { element: true, bindable: true, text: true },
}
