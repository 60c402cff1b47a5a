import type { Box } from '../../geometry/box.ts'
import type { PixelRect } from '../raster/blocks/block-raster.ts'
import type { RasterJob, Region } from '../raster/raster-job.ts'
import type { RemoteJob } from '../raster/remote-tiles.ts'
import { tileSize, type TileSurface } from '../raster/tile-surface.ts'
import { aroundRects, overlapOfRects, type View } from '../view.ts'

/** More patches in one tile are merged into their bounding rectangle. */
const maxPatches = 6

export const wholeTile: PixelRect = { left: 0, top: 0, right: tileSize, bottom: tileSize }

/** A square of the page at one scale, with its bitmap. */
export interface Tile {
  readonly level: number
  readonly column: number
  readonly row: number
  /** Current bitmap; undefined until it is painted for the first time. */
  bitmap: ImageBitmap | undefined
  /** The whole tile must be repainted; the bitmap is outdated. */
  stale: boolean
  /** Set if only the visible part was painted: its rectangle, and whether something in it has changed since. */
  cut: { readonly seen: PixelRect; touched: boolean } | undefined
  patches: PixelRect[]
  /** Frame in which it was last used. */
  usedAt: number
  inProgress: TileInProgress | undefined
  /** The worker refused it, so it is painted on the main thread. */
  isOurs: boolean
}

/** A bitmap being painted in the background; `remote` if by the worker. */
export interface TileInProgress {
  readonly surface: TileSurface
  readonly job: RasterJob
  readonly remote: RemoteJob | undefined
}

/** The tiles of one scale. */
export interface Level {
  readonly scale: number
  readonly tiles: Map<number, Tile>
}

/** Offset for keys; column and row numbers are far smaller than this. */
const half = 2 ** 24

export function tileKey(column: number, row: number): number {
  return (row + half) * 2 * half + column + half
}

/** Whether it has a bitmap for all of its visible part. */
export function isShown({ bitmap, cut, level, column, row }: Tile, view: View): boolean {
  if (!bitmap || !cut) return bitmap !== undefined
  const ratio = level / view.scale
  const left = Math.max(0, view.left * ratio - column * tileSize)
  const top = Math.max(0, view.top * ratio - row * tileSize)
  const right = Math.min(tileSize, (view.left + view.width) * ratio - column * tileSize)
  const bottom = Math.min(tileSize, (view.top + view.height) * ratio - row * tileSize)
  const { seen } = cut
  return left >= seen.left && top >= seen.top && right <= seen.right && bottom <= seen.bottom
}

/** Whether it shows the current state of the board. */
export function isCurrent(tile: Tile): boolean {
  return !tile.stale && tile.patches.length === 0
}

/** Whether the view shows the current state of the board on it, though other parts may be missing or outdated. */
export function isCurrentInView(tile: Tile, view: View): boolean {
  if (tile.bitmap && isCurrent(tile)) return true
  return tile.cut?.touched === false && isShown(tile, view)
}

/** Marks the part of a tile that intersects a box (page units) for repainting. */
export function invalidateTile(tile: Tile, box: Box): void {
  const { cut, level } = tile
  // A stale tile that is not being painted yet will include the change anyway.
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
  if (cut && overlapOfRects(cut.seen, rect)) cut.touched = true
  if (tile.stale && !tile.inProgress) return
  tile.patches.push(rect)
  if (tile.patches.length > maxPatches) tile.patches = [tile.patches.reduce(aroundRects)]
}

/** Marks the whole tile for repainting. */
export function invalidateWholeTile(tile: Tile): void {
  tile.stale = true
  if (tile.cut) tile.cut.touched = true
}

/** A part of a tile as a page region. */
export function getTileRegion({ level, column, row }: Tile, rect: PixelRect): Region {
  return { scale: level, left: column * tileSize, top: row * tileSize, rect }
}

/** The part of the page that a tile covers. */
export function getTileView({ level, column, row }: Tile): View {
  return { scale: level, left: column * tileSize, top: row * tileSize, width: tileSize, height: tileSize }
}
