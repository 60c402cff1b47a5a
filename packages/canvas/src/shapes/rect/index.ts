import { defineArea } from '../shared/define-shape.ts'
import { drawRect } from './render.ts'
import { rectSchema, type RectRecord } from './schema.ts'

/** A rectangle with stroke, fill and text. */
export const rect = defineArea<RectRecord>({ schema: rectSchema, draw: drawRect })
