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
import { diamondOutline } from './geometry.ts'

const DiamondProps = z.strictObject({
  ...lineProps,
  ...fillProps,
  ...textProps,
  ...verticalProps,
  text: Text,
})

export type DiamondRecord = ElementRecord & z.infer<typeof DiamondProps>

export const diamondSchema: ShapeSchema = {
  kind: 'diamond',
  props: DiamondProps,
  defaults: { ...lineDefaults, ...fillDefaults, ...textDefaults, ...verticalDefaults, text: null },
  version: 1,
  fingerprint: '21411a1260c93570',
  migrations: [],
  facets: { element: true, bindable: true, text: true },
  outline: diamondOutline,
}
