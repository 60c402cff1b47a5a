import type { Box } from '../../geometry/box.ts'
import type { Context2D } from '../pens/canvas-pen.ts'
import { composeView } from './compose.ts'
import type { Raster } from '../raster/raster.ts'
import type { LayerName, Meter } from '../raster/raster-job.ts'
import type { RemoteRaster } from '../raster/remote-raster.ts'
import {
  getTileView,
  invalidateTile,
  invalidateWholeTile,
  isCurrent,
  isShown,
  wholeTile,
  type Tile,
} from './tile.ts'
import { TilePainter, type PaintProgress } from './tile-painter.ts'
import { TileStore } from './tile-store.ts'
import { tileSize, type SurfacePool } from '../raster/tile-surface.ts'
import { overlapOfRects, listTiles, getWhole, type TileRange, type View } from '../view.ts'

export interface TileLayerParts {
  readonly raster: Raster
  readonly layerName: LayerName
  /** Canvases, lent and given back. */
  readonly pool: SurfacePool
  readonly maxTiles: () => number
  /** Paints whole tiles in a worker, whenever there is one. */
  readonly remote?: () => RemoteRaster | undefined
}

/** Pictures of one layer of the page, kept as tiles per zoom level. */
export class TileLayer {
  readonly #raster: Raster
  readonly #layerName: LayerName
  readonly #maxTiles: () => number
  readonly #store: TileStore
  readonly #painter: TilePainter

  constructor({ raster, layerName, pool, maxTiles, remote }: TileLayerParts) {
    this.#raster = raster
    this.#layerName = layerName
    this.#maxTiles = maxTiles
    this.#store = new TileStore(pool, layerName === 'static')
    this.#painter = new TilePainter({ raster, layerName, store: this.#store, ...(remote && { remote }) })
  }

  /** Tiles that show something. */
  get count(): number {
    return this.#store.shown
  }

  nextFrame(): void {
    this.#store.nextFrame()
  }

  /** Marks what a box touches, on every level. */
  invalidate(box: Box): void {
    this.#store.each((tile) => invalidateTile(tile, box))
  }

  invalidateAll(): void {
    this.#painter.abandonAll()
    this.#store.each(invalidateWholeTile)
  }

  clear(): void {
    const tiles: Tile[] = []
    this.#store.each((tile) => tiles.push(tile))
    this.#drop(tiles)
  }

  /** Levels that are never thrown away. */
  pin(scales: readonly number[]): void {
    this.#store.pin(scales)
  }

  /** Paints what the view needs at a level, and so many tiles around it. */
  work(view: View, scale: number, ring: number, meter: Meter): PaintProgress {
    return this.#painter.work(getRange(view, scale, ring), scale, meter, view, false)
  }

  /** The same for a view that nobody looks at yet. */
  prefetch(view: View, scale: number, ring: number, meter: Meter): PaintProgress {
    return this.#painter.work(getRange(view, scale, ring), scale, meter, view, true)
  }

  /** Throws away what is of least use, if there are too many. */
  evict(view: View): void {
    this.#drop(this.#store.listExcess(view, this.#maxTiles()))
  }

  /** Takes a picture of the view that was painted at once; tiles it covers only in part are painted again later. */
  adopt(view: View, picture: CanvasImageSource): void {
    for (const tile of this.#want(view)) {
      const x = tile.column * tileSize - view.left
      const y = tile.row * tileSize - view.top
      this.#painter.abandon(tile)
      this.#clear(tile).drawImage(picture, -x, -y)
      const [right, bottom] = [view.width - x, view.height - y]
      const seen = overlapOfRects(wholeTile, { left: -x, top: -y, right, bottom })
      tile.patches = []
      tile.stale = x < 0 || y < 0 || x + tileSize > view.width || y + tileSize > view.height
      tile.cut = tile.stale && seen ? { seen, touched: false } : undefined
    }
  }

  /** Takes over what another layer shows in the view, to be painted anew when there is time. */
  borrow(view: View, from: TileLayer): void {
    for (const tile of this.#want(view)) {
      const other = from.#store.find(tile.level, tile.column, tile.row)?.surface
      if (other) this.#clear(tile).drawImage(other.canvas, 0, 0)
    }
  }

  /** Nothing is left in the view. */
  blank(view: View): void {
    for (const tile of this.#want(view)) {
      this.#painter.abandon(tile)
      this.#clear(tile)
      tile.patches = []
      tile.stale = false
    }
  }

  /** Tiles of the view that show it as it is. */
  listCurrent(view: View): Set<Tile> {
    return new Set(this.#want(view).filter((tile) => tile.surface && isCurrent(tile)))
  }

  /**
   * Draws onto the tiles of a view. `draw` gets the part of the page a tile shows and returns whether it drew
   * all there is; a tile that was `current` before then needs no painting.
   */
  drawOver(view: View, current: ReadonlySet<Tile>, draw: (context: Context2D, part: View) => boolean): void {
    for (const tile of this.#want(view)) {
      if (!tile.surface) continue
      this.#painter.abandon(tile)
      const { context } = tile.surface
      context.setTransform(1, 0, 0, 1, 0, 0)
      context.globalAlpha = 1
      const isAll = draw(context, getTileView(tile))
      tile.stale = !isAll || !current.has(tile)
      tile.patches = []
    }
  }

  /** Tiles of the view that are not painted at this level yet. */
  countMissing(view: View, scale: number): number {
    return this.#count(view, scale, (tile) => !isShown(tile, view))
  }

  /** Tiles of the view that show something older than the board. */
  countOutdated(view: View, scale: number): number {
    return this.#count(view, scale, (tile) => !isCurrent(tile))
  }

  /** Draws the view: tiles of the wanted level, and where they are missing whatever other level is cached. */
  compose(context: Context2D, view: View, scale: number, paper: string | undefined): void {
    composeView(this.#store, context, view, scale, paper)
  }

  #want(view: View): Tile[] {
    return this.#store.want(getRange(view, view.scale), view.scale)
  }

  /** Makes a tile's canvas empty. */
  #clear(tile: Tile): Context2D {
    const { context } = this.#store.getSurface(tile)
    this.#raster.clear(context, this.#layerName)
    return context
  }

  #drop(tiles: readonly Tile[]): void {
    for (const tile of tiles) {
      this.#painter.abandon(tile)
      this.#store.drop(tile)
    }
  }

  /** Tiles of the view that do not exist, or of which this is true. */
  #count(view: View, scale: number, counts: (tile: Tile) => boolean): number {
    const { left, top, right, bottom } = getRange(view, scale)
    let n = 0
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        const tile = this.#store.find(scale, column, row)
        if (!tile || counts(tile)) n++
      }
    }
    return n
  }
}

function getRange(view: View, scale: number, ring = 0): TileRange {
  return listTiles(view, getWhole(view), scale, ring)
}
