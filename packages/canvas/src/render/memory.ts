import { tileSize } from './raster/tile-surface.ts'

/** What pictures may take up at most. A tile is a megabyte. */
const tiles = { usual: 140, dense: 256 } as const
/**
 * So many views' worth of tiles serve panning, zooming and the whole page from far; on a small screen that is less than
 * the most. Fewer than `leastTiles` would not hold what is made ahead.
 */
const views = 6
const leastTiles = 64
const imageBytes = 256 * 1024 * 1024
/** Screens with more device pixels per CSS pixel than this need twice as many tiles, and more, for the same view. */
const denseFrom = 1.5
/** Devices with less memory than this, GB, get half of everything. */
const lowMemory = 4

function fraction(): number {
  // Only some browsers tell, and only in coarse steps.
  const { deviceMemory } = navigator as Navigator & { readonly deviceMemory?: number }
  return deviceMemory !== undefined && deviceMemory < lowMemory ? 0.5 : 1
}

/** Most tiles kept, on a screen with so many device pixels per CSS pixel, for a view of so many device pixels. */
export function tileCeiling(dpr: number, view: { readonly width: number; readonly height: number }): number {
  const across = Math.ceil(view.width / tileSize) + 1
  const down = Math.ceil(view.height / tileSize) + 1
  const most = dpr > denseFrom ? tiles.dense : tiles.usual
  return Math.round(fraction() * Math.min(most, Math.max(leastTiles, views * across * down)))
}

/** Most bytes of decoded images kept. */
export function imageCeiling(): number {
  return imageBytes * fraction()
}

/** With fewer cores than this a worker would take its time from the page. */
const manyCores = 4

/** Are there cores that the page itself has no use for? */
export function hasCoresToSpare(): boolean {
  return navigator.hardwareConcurrency >= manyCores
}
