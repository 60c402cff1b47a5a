import { defineArea } from '../shared/define-shape.ts'
import { drawRect } from './render.ts'
import { rectSchema, type RectRecord } from './schema.ts'

/** A box with a line, an area and a text inside. */
export const rect = defineArea<RectRecord>({ schema: rectSchema, draw: drawRect })
