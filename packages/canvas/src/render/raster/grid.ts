import type { Region } from './raster-job.ts'

/** Closer than this, device pixels, a grid is noise; the next coarser one is drawn. */
const minGap = 14
/** How much coarser the next grid is. */
const coarser = 5

/** Calls for every dot of the grid in a region, in the picture's pixels. `spacing` is in page units, null for none. */
export function eachGridDot(
  { left, top, rect, scale }: Region,
  spacing: number | null,
  draw: (x: number, y: number) => void,
): void {
  let gap = (spacing ?? 0) * scale
  if (gap <= 0) return
  while (gap < minGap) gap *= coarser
  for (let row = Math.ceil((top + rect.top) / gap); row * gap < top + rect.bottom; row++) {
    const y = Math.round(row * gap) - top
    for (let column = Math.ceil((left + rect.left) / gap); column * gap < left + rect.right; column++)
      draw(Math.round(column * gap) - left, y)
  }
}
