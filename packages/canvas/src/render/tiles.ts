import type { Box } from '../geometry/box.ts'
import type { PixelRect } from './block-raster.ts'
import type { Context2D } from './canvas-pen.ts'
import {
  tileSize,
  unmetered,
  type Meter,
  type Raster,
  type RasterJob,
  type Region,
  type Share,
} from './raster.ts'

/** A patch with more elements than this is painted aside and swapped in, so that it never shows half done. */
const maxInPlace = 300
/** More separate patches than this in one tile are painted as the one rectangle around them. */
const maxPatches = 6

/** What is looked at, in device pixels. */
export interface View {
  /** Device pixels per page unit. */
  readonly scale: number
  /** Device pixel of the page, at this scale, in the view's top left corner; whole numbers. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

interface Tile {
  readonly level: number
  readonly column: number
  readonly row: number
  canvas: OffscreenCanvas
  context: OffscreenCanvasRenderingContext2D
  /** Has been painted whole at least once. */
  painted: boolean
  /** Has to be painted whole again; what it shows is older. */
  stale: boolean
  /** Right where the view sees it, and never painted beyond: painting it whole shows nothing new. */
  cut: boolean
  patches: PixelRect[]
  usedAt: number
}

interface Surface {
  readonly canvas: OffscreenCanvas
  readonly context: OffscreenCanvasRenderingContext2D
}

export interface TileLayerParts {
  readonly raster: Raster
  readonly share: Share
  /** Canvases, lent and given back. */
  readonly pool: SurfacePool
  readonly maxTiles: () => number
}

/** Spare canvases, so that panning allocates nothing. */
export interface SurfacePool {
  take(opaque: boolean): Surface
  give(surface: Surface, opaque: boolean): void
  clear(): void
}

export function createSurfacePool(): SurfacePool {
  const spare = { opaque: [] as Surface[], clear: [] as Surface[] }
  return {
    take(opaque) {
      const kept = (opaque ? spare.opaque : spare.clear).pop()
      if (kept) return kept
      const canvas = new OffscreenCanvas(tileSize, tileSize)
      const context = canvas.getContext('2d', { alpha: !opaque })
      if (!context) throw new Error('this browser gives no 2D canvas')
      return { canvas, context }
    },
    give(surface, opaque) {
      const list = opaque ? spare.opaque : spare.clear
      if (list.length < 12) list.push(surface)
    },
    clear() {
      spare.opaque.length = 0
      spare.clear.length = 0
    },
  }
}

/** Pictures of one share of the page, kept in squares per zoom level. */
export function createTileLayer({ raster, share, pool, maxTiles }: TileLayerParts) {
  const opaque = share === 'resting'
  const levels = new Map<number, Map<string, Tile>>()
  let count = 0
  let frame = 0
  /** Pictures made so far, and of those the ones that lay in the view they were made for. */
  let pictures = 0
  let seenPictures = 0
  /** Levels that are never thrown away: the overview. */
  let pinned = 0
  let running: { tile: Tile; surface: Surface; job: RasterJob } | undefined

  const tileAt = (level: number, column: number, row: number): Tile | undefined =>
    levels.get(level)?.get(`${column}:${row}`)
  const create = (level: number, column: number, row: number): Tile => {
    const { canvas, context } = pool.take(opaque)
    const tile: Tile = {
      level,
      column,
      row,
      canvas,
      context,
      painted: false,
      stale: true,
      cut: false,
      patches: [],
      usedAt: frame,
    }
    let tiles = levels.get(level)
    if (!tiles) levels.set(level, (tiles = new Map()))
    tiles.set(`${column}:${row}`, tile)
    count++
    return tile
  }
  const drop = (tile: Tile): void => {
    if (running?.tile === tile) abandon()
    const tiles = levels.get(tile.level)
    tiles?.delete(`${tile.column}:${tile.row}`)
    if (tiles?.size === 0) levels.delete(tile.level)
    pool.give(tile, opaque)
    count--
  }
  const abandon = (): void => {
    if (running) pool.give(running.surface, opaque)
    running = undefined
  }
  const evict = (): void => {
    const limit = maxTiles()
    if (count <= limit) return
    const old: Tile[] = []
    for (const [level, tiles] of levels) {
      if (level !== pinned) for (const tile of tiles.values()) if (tile.usedAt < frame) old.push(tile)
    }
    old.sort((a, b) => a.usedAt - b.usedAt)
    for (const tile of old.slice(0, count - limit)) drop(tile)
  }
  const regionOf = (tile: Tile, rect: PixelRect): Region => ({
    scale: tile.level,
    left: tile.column * tileSize,
    top: tile.row * tileSize,
    rect,
  })
  const soil = (tile: Tile, box: Box): void => {
    const left = box.x * tile.level - tile.column * tileSize
    const top = box.y * tile.level - tile.row * tileSize
    const rect: PixelRect = {
      left: Math.max(0, Math.floor(left) - 2),
      top: Math.max(0, Math.floor(top) - 2),
      right: Math.min(tileSize, Math.ceil(left + box.w * tile.level) + 2),
      bottom: Math.min(tileSize, Math.ceil(top + box.h * tile.level) + 2),
    }
    if (rect.left >= rect.right || rect.top >= rect.bottom) return
    tile.cut = false
    if (running?.tile === tile) {
      abandon()
      tile.stale = true
    }
    if (tile.stale) return
    tile.patches.push(rect)
    if (tile.patches.length > maxPatches) tile.patches = [tile.patches.reduce(around)]
  }
  const patch = (tile: Tile): void => {
    const patches = tile.patches
    tile.patches = []
    for (const rect of patches) {
      const job = raster.start(tile.context, regionOf(tile, rect), share)
      if (job.elements > maxInPlace) {
        tile.stale = true
        return
      }
      job.step(unmetered)
      pictures++
    }
  }
  /** Paints a tile whole, aside; answers whether it was finished in time. */
  const paint = (tile: Tile, meter: Meter): boolean => {
    if (running && running.tile !== tile) abandon()
    if (!running) {
      const surface = pool.take(opaque)
      const rect = { left: 0, top: 0, right: tileSize, bottom: tileSize }
      running = { tile, surface, job: raster.start(surface.context, regionOf(tile, rect), share) }
      tile.patches = []
    }
    if (!running.job.step(meter)) return false
    pool.give({ canvas: tile.canvas, context: tile.context }, opaque)
    tile.canvas = running.surface.canvas
    tile.context = running.surface.context
    tile.painted = true
    tile.stale = false
    running = undefined
    if (!tile.cut) pictures++
    tile.cut = false
    return true
  }
  const range = (view: View, level: number, ring: number) => {
    const ratio = level / view.scale
    return {
      left: Math.floor((view.left * ratio) / tileSize) - ring,
      top: Math.floor((view.top * ratio) / tileSize) - ring,
      right: Math.floor(((view.left + view.width) * ratio - 1e-6) / tileSize) + ring,
      bottom: Math.floor(((view.top + view.height) * ratio - 1e-6) / tileSize) + ring,
    }
  }
  const wanted = (view: View, level: number, ring: number): Tile[] => {
    const { left, top, right, bottom } = range(view, level, ring)
    const tiles: Tile[] = []
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        const tile = tileAt(level, column, row) ?? create(level, column, row)
        tile.usedAt = frame
        tiles.push(tile)
      }
    }
    const middle = { column: (left + right) / 2, row: (top + bottom) / 2 }
    const far = (tile: Tile): number => Math.hypot(tile.column - middle.column, tile.row - middle.row)
    return tiles.sort((a, b) => far(a) - far(b))
  }
  /** Patches first: they are small and everybody watches them. */
  const workOn = (tiles: readonly Tile[], meter: Meter): boolean => {
    for (const tile of tiles) if (!tile.stale && tile.patches.length > 0) patch(tile)
    const stale = tiles.filter((tile) => tile.stale).sort((a, b) => Number(a.painted) - Number(b.painted))
    for (const tile of stale) if (meter.isOver() || !paint(tile, meter)) return false
    return true
  }
  const blit = (context: Context2D, view: View, tile: Tile): void => {
    const ratio = view.scale / tile.level
    const x = tile.column * tileSize * ratio - view.left
    const y = tile.row * tileSize * ratio - view.top
    if (ratio === 1) {
      context.drawImage(tile.canvas, x, y)
      return
    }
    // Whole pixels outside the edges: scaled neighbours must overlap rather than let the paper through.
    const x0 = Math.floor(x)
    const y0 = Math.floor(y)
    const x1 = Math.ceil(x + tileSize * ratio)
    const y1 = Math.ceil(y + tileSize * ratio)
    context.drawImage(tile.canvas, x0, y0, x1 - x0, y1 - y0)
  }
  const blitLevel = (context: Context2D, view: View, level: number): void => {
    const tiles = levels.get(level)
    if (!tiles) return
    const { left, top, right, bottom } = range(view, level, 0)
    for (const tile of tiles.values()) {
      if (!tile.painted || tile.column < left || tile.column > right || tile.row < top || tile.row > bottom)
        continue
      tile.usedAt = frame
      blit(context, view, tile)
    }
  }

  return {
    get count() {
      return count
    },
    /** Rises whenever the picture of a view this layer worked for has changed. */
    get seenPictures() {
      return seenPictures
    },
    nextFrame(): void {
      frame++
    },
    /** Marks what a box touches, on every level. */
    invalidate(box: Box): void {
      for (const tiles of levels.values()) for (const tile of tiles.values()) soil(tile, box)
    },
    invalidateAll(): void {
      abandon()
      for (const tiles of levels.values()) {
        for (const tile of tiles.values()) {
          tile.stale = true
          tile.cut = false
        }
      }
    },
    clear(): void {
      abandon()
      for (const tiles of levels.values()) for (const tile of tiles.values()) pool.give(tile, opaque)
      levels.clear()
      count = 0
    },
    /** Keeps the whole box at a low level as the last resort for places not painted yet. */
    pin(level: number): void {
      pinned = level
    },
    /** Rasters what the view needs, then what it may need next; answers true when nothing is left to do. */
    work(view: View, level: number, ring: number, meter: Meter): boolean {
      const before = pictures
      const seen = workOn(wanted(view, level, 0), meter)
      seenPictures += pictures - before
      const done = seen && (ring === 0 || workOn(wanted(view, level, ring), meter))
      evict()
      return done
    },
    /** Takes a picture of the view that was painted at once; tiles it covers only in part are painted again later. */
    adopt(view: View, picture: CanvasImageSource): void {
      abandon()
      for (const tile of wanted(view, view.scale, 0)) {
        const x = tile.column * tileSize - view.left
        const y = tile.row * tileSize - view.top
        raster.clear(tile.context, share)
        tile.context.drawImage(picture, -x, -y)
        tile.painted = true
        tile.patches = []
        tile.stale = x < 0 || y < 0 || x + tileSize > view.width || y + tileSize > view.height
        tile.cut = tile.stale
      }
      seenPictures++
      evict()
    },
    /** Tiles of the view that are not painted at this level yet. */
    missing(view: View, level: number): number {
      const { left, top, right, bottom } = range(view, level, 0)
      let missing = 0
      for (let row = top; row <= bottom; row++) {
        for (let column = left; column <= right; column++) {
          if (tileAt(level, column, row)?.painted !== true) missing++
        }
      }
      return missing
    },
    /** Tiles of the view that show something older than the board. */
    outdated(view: View, level: number): number {
      const { left, top, right, bottom } = range(view, level, 0)
      let outdated = 0
      for (let row = top; row <= bottom; row++) {
        for (let column = left; column <= right; column++) {
          const tile = tileAt(level, column, row)
          if (!tile || tile.stale || tile.patches.length > 0) outdated++
        }
      }
      return outdated
    },
    /** Lays the pictures into the view: the wanted level, and where it lacks tiles whatever else is at hand. */
    compose(context: Context2D, view: View, level: number, complete: boolean): void {
      if (!complete) {
        const near = (other: number): number => Math.abs(Math.log(other / level))
        const others = [...levels.keys()].filter((other) => other !== level).sort((a, b) => near(b) - near(a))
        const best = others.slice(-2)
        if (pinned !== 0 && pinned !== level && !best.includes(pinned)) best.unshift(pinned)
        for (const other of best) blitLevel(context, view, other)
      }
      blitLevel(context, view, level)
    },
  }
}

export type TileLayer = ReturnType<typeof createTileLayer>

function around(a: PixelRect, b: PixelRect): PixelRect {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  }
}
