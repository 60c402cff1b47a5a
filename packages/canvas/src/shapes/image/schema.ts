import { z } from 'zod'
import type { ElementRecord } from '../../document/model/record.ts'
import type { ShapeSchema } from '../../shape.ts'
import { lineProps } from '../shared/style.ts'

const fraction = z.number().min(0).max(1)

const ImageProps = z.strictObject({
  opacity: lineProps.opacity,
  /** Id of the stored file; empty while it is being uploaded. */
  file: z.string().max(200),
  /** Id of a stored video that plays in its place; `file` is its first frame. */
  video: z.string().min(1).max(200).optional(),
  /** Intrinsic size in pixels. */
  naturalW: z.number().min(0).max(100_000),
  naturalH: z.number().min(0).max(100_000),
  /** The visible part as fractions of the image; null for all of it. */
  crop: z.strictObject({ x: fraction, y: fraction, w: fraction, h: fraction }).nullable(),
  flipX: z.boolean(),
  flipY: z.boolean(),
  radius: z.number().min(0).max(1000),
  /** Alternative text. */
  alt: z.string().max(8000),
})

export type ImageRecord = ElementRecord & z.infer<typeof ImageProps>

export const imageSchema: ShapeSchema = {
  kind: 'image',
  props: ImageProps,
  defaults: {
    opacity: 1,
    file: '',
    naturalW: 0,
    naturalH: 0,
    crop: null,
    flipX: false,
    flipY: false,
    radius: 0,
    alt: '',
  },
  version: 1,
  fingerprint: 'ed6463da16fd05cd',
  migrations: [],
  facets: { element: true, bindable: true },
}
