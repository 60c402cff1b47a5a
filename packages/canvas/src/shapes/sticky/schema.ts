import { z } from 'zod'
import type { ElementRecord } from '../../document/model/record.ts'
import type { ShapeSchema } from '../../shape.ts'
import {
  Color,
  lineProps,
  textDefaults,
  textProps,
  verticalDefaults,
  verticalProps,
} from '../shared/style.ts'
import { Text } from '../shared/text-prop.ts'

const StickyProps = z.strictObject({
  fill: Color,
  opacity: lineProps.opacity,
  ...textProps,
  ...verticalProps,
  /** True: `size` is fitted to the note. False: the user chose `size`, and the note grows. */
  fits: z.boolean(),
  text: Text,
})

export type StickyRecord = ElementRecord & z.infer<typeof StickyProps>

export const stickySchema: ShapeSchema = {
  kind: 'sticky',
  props: StickyProps,
  defaults: {
    fill: 'yellow',
    opacity: 1,
    ...textDefaults,
    size: 32,
    ...verticalDefaults,
    fits: true,
    text: null,
  },
  version: 1,
  fingerprint: 'f555c455b48e4b0a',
  migrations: [],
  facets: { element: true, bindable: true, text: true },
}
