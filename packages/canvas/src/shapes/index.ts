import type { ShapeDefinition } from '../shape.ts'
import { diamond } from './diamond/index.ts'
import { ellipse } from './ellipse/index.ts'
import { rect } from './rect/index.ts'

/** Every kind of thing that can be drawn; the only place that knows them all. */
export const shapes: readonly ShapeDefinition[] = [rect, ellipse, diamond]
