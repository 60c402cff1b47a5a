import { defineShape } from '../../shape.ts'
import { growToLabel } from '../shared/boxed.ts'
import { labelRoom, labelTextBox } from '../shared/label.ts'
import { diamondText } from './export.ts'
import { diamondBounds, diamondOutline, diamondRoom, diamondSnapPoints, hitDiamond } from './geometry.ts'
import { drawDiamond } from './render.ts'
import { diamondSchema, type DiamondRecord } from './schema.ts'

/** A diamond with a line, an area and a text inside. */
export const diamond = defineShape<DiamondRecord>({
  kind: 'diamond',
  nameKey: 'shapes.diamond',
  schema: diamondSchema,
  geometry: {
    bounds: diamondBounds,
    outline: diamondOutline,
    hit: hitDiamond,
    snapPoints: diamondSnapPoints,
  },
  draw: drawDiamond,
  edit: {
    reshape: (record, { box }, view) => ({
      ...box,
      ...growToLabel({ ...record, ...box }, diamondRoom, view),
    }),
    fit: (record, view) => growToLabel(record, diamondRoom, view),
    textBox: (record) => labelTextBox(record, labelRoom(record, diamondRoom)),
  },
  export: { plainText: diamondText },
})
