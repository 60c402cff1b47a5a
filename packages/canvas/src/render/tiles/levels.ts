import type { Box } from '../../geometry/box.ts'
import { listTiles, viewOfBox, getWhole, type View } from '../view.ts'

/**
 * Which scales pictures are kept at. What rests is pictured exactly at its scale. While the zoom changes, powers of
 * two stand for all scales around them: a whole gesture then needs a handful of pictures, made ahead of it.
 */

/** Tiles of the finest picture of the whole page that is always kept. */
const overviewTiles = 16
/** Below this a page is a spot; nothing coarser is ever looked at. */
const leastScale = 2 ** -12

function octave(scale: number): number {
  return 2 ** Math.round(Math.log2(scale))
}

/** The scale of the pictures to show in a zoom: the one it began with for as long as that will do. */
export function levelInZoom(scale: number, staticScale: number): number {
  return Math.abs(Math.log2(scale / staticScale)) <= 0.5 ? staticScale : octave(scale)
}

/** What a further zoom in the same direction asks for next. */
export function nextLevel(level: number, zoomsIn: boolean): number {
  // A level that is itself a power of two goes on to the next one.
  const half = 0.5 + 1e-6
  return 2 ** Math.round(Math.log2(level) + (zoomsIn ? half : -half))
}

/** Always kept, coarsest first: pictures of the whole page, up to the finest that a few tiles hold. */
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

/** Views that zooming out from here passes through, finest first, down to `coarsest` (not included). */
export function viewsBelow(view: View, coarsest: number): View[] {
  const views: View[] = []
  const centre = {
    x: (view.left + view.width / 2) / view.scale,
    y: (view.top + view.height / 2) / view.scale,
  }
  for (let level = nextLevel(view.scale, false); level > coarsest; level /= 2) {
    // A level is shown down to 1/√2 of its scale, and then needs that much more around.
    const w = (view.width * Math.SQRT2) / level
    const h = (view.height * Math.SQRT2) / level
    views.push(viewOfBox({ x: centre.x - w / 2, y: centre.y - h / 2, w, h }, level))
  }
  return views
}
