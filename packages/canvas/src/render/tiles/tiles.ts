import type { Box } from '../../geometry/box.ts'
import type { PixelRect } from './block-raster.ts'
import type { Context2D } from '../canvas-pen.ts'
import { composeView } from './compose.ts'
import {
  unmetered,
  type Meter,
  type Raster,
  type RasterJob,
  type Region,
  type LayerName,
} from '../raster/raster.ts'
import type { RemoteRaster } from '../raster/remote-raster.ts'
import { isShown, tileKey, type Begun, type Level, type Tile } from './tile.ts'
import { tileSize, type SurfacePool, type TileSurface } from './tile-surface.ts'
import { aroundRects, overlapOfRects, listTiles, getWhole, type TileRange, type View } from '../view.ts'

/** A patch that takes longer than this, ms, is painted aside with the whole tile, so that it never shows half done. */
const maxPatchMs = 12
/** Patches in sight may take so long in one frame, ms: half of them now and half later is seen as a flicker. */
const maxPatchesMs = 24
/** More separate patches than this in one tile are painted as the one rectangle around them. */
const maxPatches = 6
/** Tiles that were wanted and never painted; beyond so many they are forgotten. */
const maxEmpty = 200
/** Tiles begun and not finished; each holds a canvas aside. */
const maxBegun = 3
/** The same where some are painted elsewhere; those on their way are not given up for others. */
const maxBegunRemote = 8

export interface TileLayerParts {
  readonly raster: Raster
  readonly layerName: LayerName
  /** Canvases, lent and given back. */
  readonly pool: SurfacePool
  readonly maxTiles: () => number
  /** Paints whole tiles in a worker, whenever there is one. */
  readonly remote?: () => RemoteRaster | undefined
}

/** What became of a stretch of work: was anything left undone, and does the view look different now? */
export interface Worked {
  readonly done: boolean
  readonly changed: boolean
}

/** Pictures of one share of the page, kept in squares per zoom level. */
export function createTileLayer({ raster, layerName, pool, maxTiles, remote }: TileLayerParts) {
  const opaque = layerName === 'resting'
  const levels = new Map<number, Level>()
  let count = 0
  /** Tiles with and without a picture. */
  let known = 0
  let frame = 0
  let pinned: ReadonlySet<number> = new Set()
  const begun: Tile[] = []

  const getTile = (level: number, column: number, row: number): Tile | undefined =>
    levels.get(level)?.tiles.get(tileKey(column, row))
  const create = (scale: number, column: number, row: number): Tile => {
    const tile: Tile = {
      level: scale,
      column,
      row,
      surface: undefined,
      stale: true,
      cut: undefined,
      patches: [],
      usedAt: frame,
      begun: undefined,
      isOurs: false,
    }
    let level = levels.get(scale)
    if (!level) levels.set(scale, (level = { scale, tiles: new Map(), usedAt: frame }))
    level.tiles.set(tileKey(column, row), tile)
    known++
    return tile
  }
  const abandon = (tile: Tile): void => {
    if (!tile.begun) return
    tile.begun.remote?.cancel()
    // Left in the middle of a drawing, it still has that drawing's clip and opacity.
    tile.begun.surface.context.reset()
    pool.give(tile.begun.surface, opaque)
    tile.begun = undefined
    begun.splice(begun.indexOf(tile), 1)
  }
  const show = (tile: Tile, surface: TileSurface): void => {
    if (tile.surface) pool.give(tile.surface, opaque)
    else count++
    tile.surface = surface
    tile.cut = undefined
  }
  const drop = (tile: Tile): void => {
    abandon(tile)
    const level = levels.get(tile.level)
    if (level?.tiles.delete(tileKey(tile.column, tile.row)) === true) known--
    if (level?.tiles.size === 0) levels.delete(tile.level)
    if (!tile.surface) return
    pool.give(tile.surface, opaque)
    tile.surface = undefined
    count--
  }
  /** The level that was of no use for longest goes first, and of a level what is farthest from the view. */
  const evict = (view: View): void => {
    const excess = count - maxTiles()
    if (excess <= 0 && known < maxTiles() + maxEmpty) return
    const old: { tile: Tile; used: number; far: number }[] = []
    const x = (view.left + view.width / 2) / view.scale
    const y = (view.top + view.height / 2) / view.scale
    for (const level of [...levels.values()]) {
      if (pinned.has(level.scale)) continue
      for (const tile of level.tiles.values()) {
        if (tile.usedAt >= frame) continue
        if (!tile.surface) {
          drop(tile)
          continue
        }
        const side = tileSize / level.scale
        const far = Math.hypot((tile.column + 0.5) * side - x, (tile.row + 0.5) * side - y)
        old.push({ tile, used: level.usedAt, far })
      }
    }
    old.sort((a, b) => a.used - b.used || b.far - a.far)
    for (const { tile } of old.slice(0, Math.max(0, excess))) drop(tile)
  }
  const getRegion = (tile: Tile, rect: PixelRect): Region => ({
    scale: tile.level,
    left: tile.column * tileSize,
    top: tile.row * tileSize,
    rect,
  })
  const invalidate = (tile: Tile, box: Box): void => {
    const { cut } = tile
    // What is to be painted whole, and has not begun to be, sees the change anyway.
    if (tile.stale && !tile.begun && !cut) return
    const left = box.x * tile.level - tile.column * tileSize
    const top = box.y * tile.level - tile.row * tileSize
    const rect = overlapOfRects(wholeTile, {
      left: Math.floor(left) - 2,
      top: Math.floor(top) - 2,
      right: Math.ceil(left + box.w * tile.level) + 2,
      bottom: Math.ceil(top + box.h * tile.level) + 2,
    })
    if (!rect) return
    if (cut) cut.touched = true
    if (tile.stale && !tile.begun) return
    tile.patches.push(rect)
    if (tile.patches.length > maxPatches) tile.patches = [tile.patches.reduce(aroundRects)]
  }
  /** Paints what changed; answers the time it took by estimate. */
  const patch = (tile: Tile): number => {
    const { patches, surface } = tile
    tile.patches = []
    let spentMs = 0
    if (!surface) return 0
    for (const rect of patches) {
      const job = raster.start(surface.context, getRegion(tile, rect), layerName)
      if (job.costMs > maxPatchMs) {
        tile.stale = true
        return spentMs
      }
      spentMs += job.costMs
      job.step(unmetered)
    }
    return spentMs
  }
  const begin = (tile: Tile): Begun => {
    const most = remote ? maxBegunRemote : maxBegun
    const oldest = begun.length >= most ? begun.find((one) => one.begun?.remote?.isAway !== true) : undefined
    if (oldest) abandon(oldest)
    const surface = pool.take(opaque)
    tile.patches = []
    begun.push(tile)
    const here = (): RasterJob => raster.start(surface.context, getRegion(tile, wholeTile), layerName)
    const { level: scale, column, row } = tile
    const away = tile.isOurs ? undefined : remote?.()?.start({ scale, column, row }, surface.context, here)
    return (tile.begun = { surface, job: away ?? here(), remote: away })
  }
  /** Paints a tile whole, aside; answers whether it was finished in time. */
  const paint = (tile: Tile, meter: Meter): boolean => {
    const { surface, job, remote: away } = tile.begun ?? begin(tile)
    const isDone = job.step(meter)
    if (away?.isRefused === true) tile.isOurs = true
    if (!isDone) return false
    begun.splice(begun.indexOf(tile), 1)
    tile.begun = undefined
    tile.stale = false
    show(tile, surface)
    // What changed while it was being painted.
    patch(tile)
    return true
  }
  /** Left to the worker, which has enough to do. */
  const mustWait = (tile: Tile): boolean => !tile.begun && !tile.isOurs && remote?.()?.isBusy === true
  const want = (range: TileRange, scale: number): Tile[] => {
    const tiles: Tile[] = []
    for (let row = range.top; row <= range.bottom; row++) {
      for (let column = range.left; column <= range.right; column++) {
        const tile = getTile(scale, column, row) ?? create(scale, column, row)
        tile.usedAt = frame
        tiles.push(tile)
      }
    }
    const level = levels.get(scale)
    if (level) level.usedAt = frame
    return tiles
  }
  /** Begun ones first, then what shows nothing, then what shows something older; each from the middle outwards. */
  const inOrder = (tiles: Tile[], range: TileRange): Tile[] => {
    const middle = { column: (range.left + range.right) / 2, row: (range.top + range.bottom) / 2 }
    const urgency = (tile: Tile): number =>
      Math.hypot(tile.column - middle.column, tile.row - middle.row) +
      (tile.begun ? 0 : tile.surface ? 2000 : 1000)
    return tiles.sort((a, b) => urgency(a) - urgency(b))
  }
  const workOn = (range: TileRange, scale: number, meter: Meter, isSeen: View, isAhead: boolean): Worked => {
    const tiles = want(range, scale)
    let changed = false
    let patchedMs = 0
    let done = true
    for (const tile of tiles) {
      if (tile.stale || tile.patches.length === 0) continue
      // In sight they are seen to change together; ahead of the view nothing is worth a late frame.
      if (patchedMs > maxPatchesMs || (isAhead && meter.isOver())) {
        done = false
        continue
      }
      const ms = patch(tile)
      meter.spend(ms)
      patchedMs += ms
      changed = true
    }
    const stale = tiles.filter((tile) => tile.stale)
    for (const tile of inOrder(stale, range)) {
      const { cut } = tile
      const isSame = cut?.touched === false && isShown(tile, isSeen)
      if (meter.isOver()) return { done: false, changed }
      if (mustWait(tile) || !paint(tile, meter)) {
        if (!mustWait(tile) && tile.begun?.remote?.isAway !== true) return { done: false, changed }
        done = false
        continue
      }
      // Painted beyond what is in sight, it looks the same.
      changed ||= !isSame
    }
    return { done, changed }
  }
  const under = (view: View, scale: number, ring = 0): TileRange =>
    listTiles(view, getWhole(view), scale, ring)
  const countTiles = (view: View, scale: number, counts: (tile: Tile | undefined) => boolean): number => {
    const { left, top, right, bottom } = under(view, scale)
    let n = 0
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) if (counts(getTile(scale, column, row))) n++
    }
    return n
  }

  return {
    /** Pictures held. */
    get count() {
      return count
    },
    nextFrame(): void {
      frame++
    },
    /** Marks what a box touches, on every level. */
    invalidate(box: Box): void {
      for (const level of levels.values()) for (const tile of level.tiles.values()) invalidate(tile, box)
    },
    invalidateAll(): void {
      for (const tile of [...begun]) abandon(tile)
      for (const level of levels.values()) {
        for (const tile of level.tiles.values()) {
          tile.stale = true
          if (tile.cut) tile.cut.touched = true
        }
      }
    },
    clear(): void {
      for (const level of [...levels.values()]) for (const tile of [...level.tiles.values()]) drop(tile)
    },
    /** Levels that are never thrown away. */
    pin(scales: readonly number[]): void {
      if (scales.length !== pinned.size || scales.some((scale) => !pinned.has(scale)))
        pinned = new Set(scales)
    },
    /** Rasters what the view needs at a level, and so many tiles around it. */
    work(view: View, scale: number, ring: number, meter: Meter): Worked {
      return workOn(under(view, scale, ring), scale, meter, view, false)
    },
    /** The same for a view that nobody looks at yet. */
    prefetch(view: View, scale: number, ring: number, meter: Meter): Worked {
      return workOn(under(view, scale, ring), scale, meter, view, true)
    },
    evict,
    /** Takes a picture of the view that was painted at once; tiles it covers only in part are painted again later. */
    adopt(view: View, picture: CanvasImageSource): void {
      for (const tile of want(under(view, view.scale), view.scale)) {
        abandon(tile)
        const x = tile.column * tileSize - view.left
        const y = tile.row * tileSize - view.top
        const surface = tile.surface ?? pool.take(opaque)
        raster.clear(surface.context, layerName)
        surface.context.drawImage(picture, -x, -y)
        if (!tile.surface) show(tile, surface)
        tile.patches = []
        const seen = overlapOfRects(wholeTile, {
          left: -x,
          top: -y,
          right: view.width - x,
          bottom: view.height - y,
        })
        tile.stale = x < 0 || y < 0 || x + tileSize > view.width || y + tileSize > view.height
        tile.cut = tile.stale && seen ? { seen, touched: false } : undefined
      }
    },
    /** Takes over what another layer shows in the view, to be painted anew when there is time. */
    borrow(view: View, from: { pictureAt(tile: Tile): CanvasImageSource | undefined }): void {
      for (const tile of want(under(view, view.scale), view.scale)) {
        const other = from.pictureAt(tile)
        if (!other) continue
        const surface = tile.surface ?? pool.take(opaque)
        raster.clear(surface.context, layerName)
        surface.context.drawImage(other, 0, 0)
        if (!tile.surface) show(tile, surface)
      }
    },
    pictureAt: ({ level, column, row }: Tile): CanvasImageSource | undefined =>
      getTile(level, column, row)?.surface?.canvas,
    /** Nothing is left in the view. */
    blank(view: View): void {
      for (const tile of want(under(view, view.scale), view.scale)) {
        abandon(tile)
        const surface = tile.surface ?? pool.take(opaque)
        raster.clear(surface.context, layerName)
        if (!tile.surface) show(tile, surface)
        tile.patches = []
        tile.stale = false
      }
    },
    /** Tiles of the view that show it as it is. */
    current: (view: View): Set<Tile> =>
      new Set(want(under(view, view.scale), view.scale).filter((tile) => tile.surface && isCurrent(tile))),
    /**
     * Draws onto the tiles of a view. `draw` gets the part of the page a tile shows and answers whether it drew
     * all there is; a tile that was `good` before then needs no painting.
     */
    lay(view: View, good: ReadonlySet<Tile>, draw: (context: Context2D, part: View) => boolean): void {
      for (const tile of want(under(view, view.scale), view.scale)) {
        if (!tile.surface) continue
        abandon(tile)
        const { context } = tile.surface
        context.setTransform(1, 0, 0, 1, 0, 0)
        context.globalAlpha = 1
        const all = draw(context, getPart(tile))
        tile.stale = !all || !good.has(tile)
        tile.patches = []
      }
    },
    /** Tiles of the view that are not painted at this level yet. */
    missing: (view: View, scale: number): number =>
      countTiles(view, scale, (tile) => !tile || !isShown(tile, view)),
    /** Tiles of the view that show something older than the board. */
    outdated: (view: View, scale: number): number =>
      countTiles(view, scale, (tile) => !tile || !isCurrent(tile)),
    /** Lays the pictures into the view: the wanted level, and where it lacks tiles whatever else is at hand. */
    compose(context: Context2D, view: View, scale: number, paper: string | undefined): void {
      composeView({ levels, frame }, context, view, scale, paper)
    },
  }
}

export type TileLayer = ReturnType<typeof createTileLayer>

function isCurrent(tile: Tile): boolean {
  return !tile.stale && tile.patches.length === 0
}

/** The part of the page that a tile shows. */
function getPart({ level, column, row }: Tile): View {
  return { scale: level, left: column * tileSize, top: row * tileSize, width: tileSize, height: tileSize }
}

const wholeTile: PixelRect = { left: 0, top: 0, right: tileSize, bottom: tileSize }
