import { defineShape } from '../shared/define-shape.ts'
import { labelTextBox } from '../shared/label.ts'
import { fitSticky } from './fit.ts'
import { stickyBounds, stickyRoom, stickyTrace } from './geometry.ts'
import { drawSticky } from './render.ts'
import { stickySchema, type StickyRecord } from './schema.ts'

/** A sticky note whose font size is fitted to it. */
export const sticky = defineShape<StickyRecord>({
  schema: stickySchema,
  isPaper: true,
  geometry: { bounds: stickyBounds, trace: stickyTrace },
  draw: drawSticky,
  edit: {
    resize: 'ratio',
    reshape: (record, { box }, view) => ({ ...box, ...fitSticky({ ...record, ...box }, view) }),
    fit: fitSticky,
    textBox: (record) => ({ ...labelTextBox(record, stickyRoom(record)), isPaper: true }),
  },
})
