import type { ShapeDefinition } from '../shape.ts'
import type { BoardRecord, ElementRecord } from '../document/model/record.ts'
import { connector } from './connector/index.ts'
import { diamond } from './diamond/index.ts'
import { ellipse } from './ellipse/index.ts'
import { figure } from './figure/index.ts'
import { frame } from './frame/index.ts'
import { image } from './image/index.ts'
import { line } from './line/index.ts'
import { pen } from './pen/index.ts'
import { rect } from './rect/index.ts'
import { sticky } from './sticky/index.ts'
import { text } from './text/index.ts'

/** All shapes; the only file that imports each of them. */
export const shapes: readonly ShapeDefinition[] = [
  rect,
  ellipse,
  diamond,
  figure,
  line,
  connector,
  pen,
  sticky,
  text,
  image,
  frame,
]

/** Translation key of an element's name; undefined for records that are no shapes. */
export function getNameKey(record: BoardRecord): string | undefined {
  const shape = shapes.find(({ kind }) => kind === record.kind)
  return shape?.getNameKey?.(record as ElementRecord) ?? shape?.nameKey
}
