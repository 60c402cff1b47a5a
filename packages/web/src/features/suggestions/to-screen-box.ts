import type { Box, CameraState } from '@tavla/canvas'

/** A box of the page in CSS pixels of the view. */
export function toScreenBox({ x, y, w, h }: Box, { x: left, y: top, zoom }: CameraState): Box {
  return { x: (x - left) * zoom, y: (y - top) * zoom, w: w * zoom, h: h * zoom }
}
