import type { Region } from './raster-job.ts'

/** Minimum spacing in device pixels; below it the next coarser grid is drawn. */
const minGap = 14
/** Factor between grid levels. */
const coarser = 5

/** Visits every grid dot of a region, in bitmap pixels. `spacing` is in page units, null for no grid. */
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
