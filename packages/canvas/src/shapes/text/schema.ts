import { z } from 'zod'
import type { ElementRecord } from '../../document/model/record.ts'
import type { ShapeSchema } from '../../shape.ts'
import { lineProps, textDefaults, textProps } from '../shared/style.ts'
import { Text } from '../shared/text-prop.ts'

const TextProps = z.strictObject({
  opacity: lineProps.opacity,
  ...textProps,
  /** True: the user chose the width, and text wraps. False: the box is as wide as its longest line. */
  wraps: z.boolean(),
  text: Text,
})

export type TextRecord = ElementRecord & z.infer<typeof TextProps>

export const textSchema: ShapeSchema = {
  kind: 'text',
  props: TextProps,
  defaults: { opacity: 1, ...textDefaults, align: 'start', wraps: false, text: null },
  version: 1,
  fingerprint: '390081d823134766',
  migrations: [],
  facets: { element: true, bindable: true, text: true },
}
