import { defineShape } from '../shared/define-shape.ts'
import { cropImage, getWholeImage } from './crop.ts'
import { drawImage } from './render.ts'
import { imageSchema, type ImageRecord } from './schema.ts'

/** An image, optionally cropped; a placeholder until its file has loaded. */
export const image = defineShape<ImageRecord>({
  schema: imageSchema,
  draw: drawImage,
  edit: {
    resize: 'ratio',
    crop: { getWhole: getWholeImage, set: cropImage },
    flip: (record, axis) => {
      const { flipX, flipY } = record
      return axis === 'horizontal' ? { flipX: !flipX } : { flipY: !flipY }
    },
  },
  export: { plainText: (record) => record.alt },
})
