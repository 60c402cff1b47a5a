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
import { ellipseOutline } from './geometry.ts'

const EllipseProps = z.strictObject({
  ...lineProps,
  ...fillProps,
  ...textProps,
  ...verticalProps,
  text: Text,
})

export type EllipseRecord = ElementRecord & z.infer<typeof EllipseProps>

export const ellipseSchema: ShapeSchema = {
  kind: 'ellipse',
  props: EllipseProps,
  defaults: { ...lineDefaults, ...fillDefaults, ...textDefaults, ...verticalDefaults, text: null },
  version: 1,
  fingerprint: '28961cc4cde397b6',
  migrations: [],
  facets: { element: true, bindable: true, text: true },
  outline: ellipseOutline,
}
