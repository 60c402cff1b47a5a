import type { PixelRect } from '../raster/blocks/block-raster.ts'
import type { Context2D } from '../pens/canvas-pen.ts'
import { tileSize } from '../raster/tile-surface.ts'
import { isShown, tileKey, type Level, type Tile } from './tile.ts'
import { overlapOfRects, getPosition, listTiles, getWhole, type View } from '../view.ts'

/** Tiles finer than this factor are not scaled down, because they would flicker and need many draw calls. */
const finest = 4
/** Tiles that are enlarged more than this look blurred: levels are half an octave apart from what they are shown for. */
const enlargedAtMost = Math.SQRT2 + 1e-6

/** Cached tiles by level, and the number of the current frame. */
export interface TileImages {
  readonly levels: ReadonlyMap<number, Level>
  readonly frame: number
}

/**
 * Draws tiles into a view and avoids overdrawing: without a GPU, filling a scaled view takes 2 ms. Missing tiles
 * are replaced by the nearest finer or coarser level. Returns whether some place looks blurred, or is missing.
 */
export function composeView(
  images: TileImages,
  context: Context2D,
  view: View,
  scale: number,
  paper: string | undefined,
): boolean {
  const whole = getWhole(view)
  const wanted = images.levels.get(scale)
  const range = listTiles(view, whole, scale)
  let isBlurred = false
  for (let row = range.top; row <= range.bottom; row++) {
    for (let column = range.left; column <= range.right; column++) {
      const position = overlapOfRects(getPosition(view, scale, column, row), whole)
      if (!position) continue
      const tile = wanted?.tiles.get(tileKey(column, row))
      if (tile && isShown(tile, view)) {
        tile.usedAt = images.frame
        blit(context, view, tile, position)
      } else if (!fallback(images, context, view, scale, position, paper)) isBlurred = true
    }
  }
  return isBlurred
}

function blit(context: Context2D, view: View, tile: Tile, position: PixelRect): void {
  const { bitmap } = tile
  if (!bitmap) return
  const at = getPosition(view, tile.level, tile.column, tile.row)
  if (view.scale === tile.level) {
    context.drawImage(bitmap, at.left, at.top)
    return
  }
  const part = overlapOfRects(at, position)
  if (!part) return
  const perX = tileSize / (at.right - at.left)
  const perY = tileSize / (at.bottom - at.top)
  const [w, h] = [part.right - part.left, part.bottom - part.top]
  context.drawImage(
    bitmap,
    (part.left - at.left) * perX,
    (part.top - at.top) * perY,
    w * perX,
    h * perY,
    part.left,
    part.top,
    w,
    h,
  )
}

/** Draws other levels for a missing tile; returns whether these are sharp. */
function fallback(
  images: TileImages,
  context: Context2D,
  view: View,
  scale: number,
  position: PixelRect,
  paper: string | undefined,
): boolean {
  const others = [...images.levels.values()].filter((level) => level.scale !== scale)
  const finer = others.filter((level) => level.scale > scale && level.scale <= scale * finest)
  for (const level of finer.sort((a, b) => a.scale - b.scale)) {
    const tiles = getTiles(level, view, position)
    if (!tiles.every(hasBitmap)) continue
    blitAll(images, context, view, tiles, position)
    return true
  }
  const coarser = others.filter((level) => level.scale < scale).sort((a, b) => b.scale - a.scale)
  const under = coarser.find((level) => getTiles(level, view, position).every(hasBitmap))
  if (under) blitAll(images, context, view, getTiles(under, view, position), position)
  const isSharp = under !== undefined && view.scale / under.scale <= enlargedAtMost
  // Drawing twice would darken translucent areas.
  if (paper === undefined) return isSharp
  if (!under) {
    context.fillStyle = paper
    context.fillRect(
      position.left,
      position.top,
      position.right - position.left,
      position.bottom - position.top,
    )
  }
  // Areas with better tiles, so that they do not become blurred in the next frame.
  const better = [
    ...coarser.filter((level) => level.scale > (under?.scale ?? 0)).reverse(),
    ...finer.reverse(),
  ]
  for (const level of better.slice(-2))
    blitAll(images, context, view, getTiles(level, view, position), position)
  return isSharp
}

function hasBitmap(tile: Tile | undefined): boolean {
  return tile?.bitmap !== undefined && !tile.cut
}

function getTiles(level: Level, view: View, position: PixelRect): (Tile | undefined)[] {
  const { left, top, right, bottom } = listTiles(view, position, level.scale)
  const tiles: (Tile | undefined)[] = []
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) tiles.push(level.tiles.get(tileKey(column, row)))
  }
  return tiles
}

function blitAll(
  images: TileImages,
  context: Context2D,
  view: View,
  tiles: readonly (Tile | undefined)[],
  position: PixelRect,
): void {
  for (const tile of tiles) {
    if (!tile) continue
    tile.usedAt = images.frame
    blit(context, view, tile, position)
  }
}
