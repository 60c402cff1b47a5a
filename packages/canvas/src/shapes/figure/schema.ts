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
import { figureOutline } from './geometry.ts'

const FigureProps = z.strictObject({
  ...lineProps,
  ...fillProps,
  ...textProps,
  ...verticalProps,
  /** A key of `forms`; any name is accepted, so that a new form needs no new version of the kind. */
  form: z.string().regex(/^[a-z][a-zA-Z0-9]{0,39}$/),
  flipX: z.boolean(),
  flipY: z.boolean(),
  text: Text,
})

export type FigureRecord = ElementRecord & z.infer<typeof FigureProps>

export const figureSchema: ShapeSchema = {
  kind: 'figure',
  props: FigureProps,
  defaults: {
    ...lineDefaults,
    ...fillDefaults,
    ...textDefaults,
    ...verticalDefaults,
    form: 'triangle',
    flipX: false,
    flipY: false,
    text: null,
  },
  version: 1,
  fingerprint: '7713a330630600ff',
  migrations: [],
  facets: { element: true, bindable: true, text: true },
  outline: figureOutline,
}
