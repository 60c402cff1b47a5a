import type { PixelRect } from './block-raster.ts'
import type { RasterJob } from '../raster/raster.ts'
import type { RemoteJob } from '../raster/remote-raster.ts'
import { tileSize, type TileSurface } from './tile-surface.ts'
import type { View } from '../view.ts'

/** A square of the page at one scale, and the picture of it. */
export interface Tile {
  readonly level: number
  readonly column: number
  readonly row: number
  /** What it shows; none before it has been painted whole once. */
  surface: TileSurface | undefined
  /** Has to be painted whole again; what it shows is older. */
  stale: boolean
  /** Where only the part in sight was painted: which that is, and whether it has changed since. */
  cut: { readonly seen: PixelRect; touched: boolean } | undefined
  patches: PixelRect[]
  /** Frame in which it was last wanted or shown. */
  usedAt: number
  begun: Begun | undefined
  /** A worker would not paint it. */
  isOurs: boolean
}

/** A picture in the making, aside; `remote` while it is made in a worker. */
export interface Begun {
  readonly surface: TileSurface
  readonly job: RasterJob
  readonly remote: RemoteJob | undefined
}

/** The tiles of one scale. */
export interface Level {
  readonly scale: number
  readonly tiles: Map<number, Tile>
  usedAt: number
}

/** Columns and rows are far from this many at any zoom of any board. */
const half = 2 ** 24

export function tileKey(column: number, row: number): number {
  return (row + half) * 2 * half + column + half
}

/** Has it a picture of all of it that a view shows? */
export function isShown({ surface, cut, level, column, row }: Tile, view: View): boolean {
  if (!surface || !cut) return surface !== undefined
  const ratio = level / view.scale
  const left = Math.max(0, view.left * ratio - column * tileSize)
  const top = Math.max(0, view.top * ratio - row * tileSize)
  const right = Math.min(tileSize, (view.left + view.width) * ratio - column * tileSize)
  const bottom = Math.min(tileSize, (view.top + view.height) * ratio - row * tileSize)
  const { seen } = cut
  return left >= seen.left && top >= seen.top && right <= seen.right && bottom <= seen.bottom
}
