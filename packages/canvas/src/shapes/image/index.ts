import { defineShape } from '../../shape.ts'
import { boxBounds, boxHit, boxOutline, boxSnapPoints } from '../shared/boxed.ts'
import { drawImage } from './render.ts'
import { imageSchema, type ImageRecord } from './schema.ts'

/** A picture, whole or cropped; a pale area until its file has arrived. */
export const image = defineShape<ImageRecord>({
  kind: 'image',
  nameKey: 'shapes.image',
  schema: imageSchema,
  geometry: { bounds: boxBounds, outline: boxOutline, hit: boxHit, snapPoints: boxSnapPoints },
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
