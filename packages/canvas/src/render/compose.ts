import type { PixelRect } from './block-raster.ts'
import type { Context2D } from './canvas-pen.ts'
import { tileSize } from './tile-surface.ts'
import { showsIn, tileKey, type Level, type Tile } from './tile.ts'
import { overlapOfRects, placeOf, tilesUnder, wholeOf, type View } from './view.ts'

/** A finer picture than so many times the wanted scale is not shrunk: it would flicker, and cost many blits. */
const finest = 4

/** What pictures there are, and the number of the frame that is put together from them. */
export interface Pictures {
  readonly levels: ReadonlyMap<number, Level>
  readonly frame: number
}

/**
 * Lays pictures into a view, every pixel as seldom as can be: without a GPU a scaled view costs 2 ms each time it is
 * filled. Where the wanted level has no picture, the nearest finer or coarser one that covers the place stands in.
 */
export function composeView(
  pictures: Pictures,
  context: Context2D,
  view: View,
  scale: number,
  paper: string | undefined,
): void {
  const whole = wholeOf(view)
  const wanted = pictures.levels.get(scale)
  const range = tilesUnder(view, whole, scale)
  for (let row = range.top; row <= range.bottom; row++) {
    for (let column = range.left; column <= range.right; column++) {
      const place = overlapOfRects(placeOf(view, scale, column, row), whole)
      if (!place) continue
      const tile = wanted?.tiles.get(tileKey(column, row))
      if (tile && showsIn(tile, view)) {
        tile.usedAt = pictures.frame
        blit(context, view, tile, place)
      } else standIn(pictures, context, view, scale, place, paper)
    }
  }
}

function blit(context: Context2D, view: View, tile: Tile, place: PixelRect): void {
  const surface = tile.surface
  if (!surface) return
  const at = placeOf(view, tile.level, tile.column, tile.row)
  if (view.scale === tile.level) {
    context.drawImage(surface.canvas, at.left, at.top)
    return
  }
  const part = overlapOfRects(at, place)
  if (!part) return
  const perX = tileSize / (at.right - at.left)
  const perY = tileSize / (at.bottom - at.top)
  const [w, h] = [part.right - part.left, part.bottom - part.top]
  context.drawImage(
    surface.canvas,
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

function standIn(
  pictures: Pictures,
  context: Context2D,
  view: View,
  scale: number,
  place: PixelRect,
  paper: string | undefined,
): void {
  const others = [...pictures.levels.values()].filter((level) => level.scale !== scale)
  const finer = others.filter((level) => level.scale > scale && level.scale <= scale * finest)
  for (const level of finer.sort((a, b) => a.scale - b.scale)) {
    const tiles = tilesOf(level, view, place)
    if (!tiles.every(hasPicture)) continue
    blitAll(pictures, context, view, tiles, place)
    return
  }
  const coarser = others.filter((level) => level.scale < scale).sort((a, b) => b.scale - a.scale)
  const under = coarser.find((level) => tilesOf(level, view, place).every(hasPicture))
  if (under) blitAll(pictures, context, view, tilesOf(under, view, place), place)
  // Drawn twice, what lets something through would get darker.
  if (paper === undefined) return
  if (!under) {
    context.fillStyle = paper
    context.fillRect(place.left, place.top, place.right - place.left, place.bottom - place.top)
  }
  // Parts of the place that something better covers: what is sharp in one frame must not blur in the next.
  const better = [
    ...coarser.filter((level) => level.scale > (under?.scale ?? 0)).reverse(),
    ...finer.reverse(),
  ]
  for (const level of better.slice(-2)) blitAll(pictures, context, view, tilesOf(level, view, place), place)
}

function hasPicture(tile: Tile | undefined): boolean {
  return tile?.surface !== undefined && !tile.cut
}

function tilesOf(level: Level, view: View, place: PixelRect): (Tile | undefined)[] {
  const { left, top, right, bottom } = tilesUnder(view, place, level.scale)
  const tiles: (Tile | undefined)[] = []
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) tiles.push(level.tiles.get(tileKey(column, row)))
  }
  return tiles
}

function blitAll(
  pictures: Pictures,
  context: Context2D,
  view: View,
  tiles: readonly (Tile | undefined)[],
  place: PixelRect,
): void {
  for (const tile of tiles) {
    if (!tile) continue
    tile.usedAt = pictures.frame
    blit(context, view, tile, place)
  }
}
