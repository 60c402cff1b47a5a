import { defineShape } from '../../shape.ts'
import { boxHit, boxOutline, boxSnapPoints } from '../shared/boxed.ts'
import { labelTextBox } from '../shared/label.ts'
import { getStickyText } from './export.ts'
import { fitSticky } from './fit.ts'
import { stickyBounds, stickyRoom } from './geometry.ts'
import { drawSticky } from './render.ts'
import { stickySchema, type StickyRecord } from './schema.ts'

/** A note of one colour with a soft shadow, whose text is as large as it can be. */
export const sticky = defineShape<StickyRecord>({
  kind: 'sticky',
  nameKey: 'shapes.sticky',
  schema: stickySchema,
  geometry: { bounds: stickyBounds, outline: boxOutline, hit: boxHit, snapPoints: boxSnapPoints },
  draw: drawSticky,
  edit: {
    resize: 'ratio',
    reshape: (record, { box }, view) => ({ ...box, ...fitSticky({ ...record, ...box }, view) }),
    fit: fitSticky,
    textBox: (record) => labelTextBox(record, stickyRoom(record)),
  },
  export: { plainText: getStickyText },
})
