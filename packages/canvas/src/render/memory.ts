import { tileSize } from './raster/tile-surface.ts'

/** Tiles in a MB, at four bytes a pixel. */
const tilesInMb = 1024 ** 2 / (4 * tileSize ** 2)
/** Maximum numbers of tiles: 140 and 256 MB. */
const tiles = { usual: 140 * tilesInMb, dense: 256 * tilesInMb } as const
/**
 * Number of views worth of tiles for panning, zooming and the overview. `leastTiles` is the minimum for
 * prefetching.
 */
const views = 7
const leastTiles = 64 * tilesInMb
const imageBytes = 256 * 1024 * 1024
/** Screens with more device pixels per CSS pixel than this need more tiles for the same view. */
const denseFrom = 1.5
/** Devices with less memory than this (GB) use half of all limits. */
const lowMemory = 4

function getMemoryFraction(): number {
  // Not all browsers report it, and only in coarse steps.
  const { deviceMemory } = navigator as Navigator & { readonly deviceMemory?: number }
  return deviceMemory !== undefined && deviceMemory < lowMemory ? 0.5 : 1
}

/** Maximum number of tiles for a pixel density and a view size in device pixels. */
export function tileCeiling(dpr: number, view: { readonly width: number; readonly height: number }): number {
  const across = Math.ceil(view.width / tileSize) + 1
  const down = Math.ceil(view.height / tileSize) + 1
  const most = dpr > denseFrom ? tiles.dense : tiles.usual
  return Math.round(getMemoryFraction() * Math.min(most, Math.max(leastTiles, views * across * down)))
}

/** Maximum bytes of decoded images. */
export function imageCeiling(): number {
  return imageBytes * getMemoryFraction()
}

/** With fewer cores, a worker would compete with the page. */
const manyCores = 4

/** Whether there are enough cores for a worker. */
export function hasCoresToSpare(): boolean {
  return navigator.hardwareConcurrency >= manyCores
}
