import type { Box } from '../../geometry/box.ts'
import { listTiles, viewOfBox, getWhole, type View } from '../view.ts'

/**
 * Scales at which tiles are painted: the exact scale while at rest, powers of two while zooming, so that a
 * gesture needs few levels, which are prefetched.
 */

/** Maximum tiles of the finest overview level. */
const overviewTiles = 64
/** Coarser scales are never needed. */
const leastScale = 2 ** -12

function octave(scale: number): number {
  return 2 ** Math.round(Math.log2(scale))
}

/** The level to show during a zoom: the initial one as long as it is suitable. */
export function levelInZoom(scale: number, staticScale: number): number {
  return Math.abs(Math.log2(scale / staticScale)) <= 0.5 ? staticScale : octave(scale)
}

/** The next level in the direction of the zoom. */
export function nextLevel(level: number, zoomsIn: boolean): number {
  // A power of two proceeds to the next one.
  const half = 0.5 + 1e-6
  return 2 ** Math.round(Math.log2(level) + (zoomsIn ? half : -half))
}

/** Overview levels that are always kept, coarsest first. */
export function overviewLevels(extent: Box | undefined): number[] {
  if (!extent || extent.w <= 0 || extent.h <= 0) return []
  const levels: number[] = []
  for (let scale = 1; scale >= leastScale; scale /= 2) {
    const view = viewOfBox(extent, scale)
    const { left, top, right, bottom } = listTiles(view, getWhole(view), scale)
    const tiles = (right - left + 1) * (bottom - top + 1)
    if (tiles <= overviewTiles) levels.unshift(scale)
    if (tiles === 1 || Math.max(view.width, view.height) < 256) break
  }
  return levels
}

/** Views when zooming out from here, finest first, down to `coarsest` (exclusive). */
export function viewsBelow(view: View, coarsest: number): View[] {
  const views: View[] = []
  const centre = {
    x: (view.left + view.width / 2) / view.scale,
    y: (view.top + view.height / 2) / view.scale,
  }
  for (let level = nextLevel(view.scale, false); level > coarsest; level /= 2) {
    // A level is shown down to 1/√2 of its scale and then covers a larger area.
    const w = (view.width * Math.SQRT2) / level
    const h = (view.height * Math.SQRT2) / level
    views.push(viewOfBox({ x: centre.x - w / 2, y: centre.y - h / 2, w, h }, level))
  }
  return views
}
