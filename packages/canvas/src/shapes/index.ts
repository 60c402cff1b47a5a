import type { ShapeDefinition } from '../shape.ts'
import { rect } from './rect/index.ts'

/** Every kind of thing that can be drawn; the only place that knows them all. */
export const shapes: readonly ShapeDefinition[] = [rect]
