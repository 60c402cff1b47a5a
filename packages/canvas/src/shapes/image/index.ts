import { defineShape } from '../shared/define-shape.ts'
import { drawImage } from './render.ts'
import { imageSchema, type ImageRecord } from './schema.ts'

/** A picture, whole or cropped; a pale area until its file has arrived. */
export const image = defineShape<ImageRecord>({
  schema: imageSchema,
  draw: drawImage,
  edit: {
    resize: 'ratio',
    flip: (record, axis) => {
      const { flipX, flipY } = record
      return axis === 'horizontal' ? { flipX: !flipX } : { flipY: !flipY }
    },
  },
  export: { plainText: (record) => record.alt },
})
