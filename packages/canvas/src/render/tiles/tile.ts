import type { Box } from '../../geometry/box.ts'
import type { PixelRect } from '../raster/block-raster.ts'
import type { RasterJob, Region } from '../raster/raster-job.ts'
import type { RemoteJob } from '../raster/remote-tiles.ts'
import { tileSize, type TileSurface } from '../raster/tile-surface.ts'
import { aroundRects, overlapOfRects, type View } from '../view.ts'

/** More separate patches than this in one tile are painted as the one rectangle around them. */
const maxPatches = 6

export const wholeTile: PixelRect = { left: 0, top: 0, right: tileSize, bottom: tileSize }

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
  inProgress: TileInProgress | undefined
  /** A worker would not paint it. */
  isOurs: boolean
}

/** A picture in the making, aside; `remote` while it is made in a worker. */
export interface TileInProgress {
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

/** Does it show the board as it is? */
export function isCurrent(tile: Tile): boolean {
  return !tile.stale && tile.patches.length === 0
}

/** Marks the part of a tile that a box, page units, touches: it has to be painted again. */
export function invalidateTile(tile: Tile, box: Box): void {
  const { cut, level } = tile
  // What is to be painted whole, and has not begun to be, sees the change anyway.
  if (tile.stale && !tile.inProgress && !cut) return
  const left = box.x * level - tile.column * tileSize
  const top = box.y * level - tile.row * tileSize
  const rect = overlapOfRects(wholeTile, {
    left: Math.floor(left) - 2,
    top: Math.floor(top) - 2,
    right: Math.ceil(left + box.w * level) + 2,
    bottom: Math.ceil(top + box.h * level) + 2,
  })
  if (!rect) return
  if (cut) cut.touched = true
  if (tile.stale && !tile.inProgress) return
  tile.patches.push(rect)
  if (tile.patches.length > maxPatches) tile.patches = [tile.patches.reduce(aroundRects)]
}

/** Nothing that it shows counts any more. */
export function invalidateWholeTile(tile: Tile): void {
  tile.stale = true
  if (tile.cut) tile.cut.touched = true
}

/** A part of a tile as a region of the page. */
export function getTileRegion({ level, column, row }: Tile, rect: PixelRect): Region {
  return { scale: level, left: column * tileSize, top: row * tileSize, rect }
}

/** The part of the page that a tile shows. */
export function getTileView({ level, column, row }: Tile): View {
  return { scale: level, left: column * tileSize, top: row * tileSize, width: tileSize, height: tileSize }
}
