import type { ShapeSchema } from '../shape.ts'
import { connectorSchema } from './connector/schema.ts'
import { diamondSchema } from './diamond/schema.ts'
import { ellipseSchema } from './ellipse/schema.ts'
import { frameSchema } from './frame/schema.ts'
import { imageSchema } from './image/schema.ts'
import { lineSchema } from './line/schema.ts'
import { penSchema } from './pen/schema.ts'
import { rectSchema } from './rect/schema.ts'
import { stickySchema } from './sticky/schema.ts'
import { textSchema } from './text/schema.ts'

/** What records of every drawn kind may hold; safe on the server. Pages, groups and bindings are in `document/kinds`. */
export const shapeSchemas: readonly ShapeSchema[] = [
  rectSchema,
  ellipseSchema,
  diamondSchema,
  lineSchema,
  connectorSchema,
  penSchema,
  stickySchema,
  textSchema,
  imageSchema,
  frameSchema,
]
