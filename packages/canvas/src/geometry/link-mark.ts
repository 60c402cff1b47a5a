import type { Box } from './box.ts'

/** Size of the mark of an element's link and its distance from the corner, page units. */
const size = 20
const inset = 4

/** Where the mark of an element's link is: inside the top right corner of its bounds. */
export function getLinkMarkBox(bounds: Box): Box {
  return { x: bounds.x + bounds.w - size - inset, y: bounds.y + inset, w: size, h: size }
}
