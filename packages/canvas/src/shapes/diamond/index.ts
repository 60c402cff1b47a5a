import { defineArea } from '../shared/define-shape.ts'
import { diamondRoom } from './geometry.ts'
import { drawDiamond } from './render.ts'
import { diamondSchema, type DiamondRecord } from './schema.ts'

/** A diamond with a line, an area and a text inside. */
export const diamond = defineArea<DiamondRecord>({ schema: diamondSchema, draw: drawDiamond }, diamondRoom)
