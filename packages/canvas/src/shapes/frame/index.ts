import { defineShape } from '../shared/define-shape.ts'
import { frameBounds, frameLine, frameRadius, hitFrame, titleBox, titleSize } from './geometry.ts'
import { drawFrame } from './render.ts'
import { frameSchema, type FrameRecord } from './schema.ts'

/** A titled container that clips its contents and can be navigated to, presented and exported. */
export const frame = defineShape<FrameRecord>({
  schema: frameSchema,
  geometry: {
    bounds: frameBounds,
    trace: () => ({ form: 'box', radius: frameRadius, width: frameLine }),
    hit: hitFrame,
    clip: ({ x, y, w, h }) => ({ x, y, w, h }),
  },
  draw: drawFrame,
  edit: { rotates: false, title: { field: 'title', most: 200, size: titleSize, position: titleBox } },
  export: { plainText: (record) => record.title },
})
