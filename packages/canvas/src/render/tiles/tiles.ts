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
  isCurrentInView,
  isShown,
  wholeTile,
  type Tile,
} from './tile.ts'
import { TilePainter, type PaintProgress, type Purpose } from './tile-painter.ts'
import { TileStore } from './tile-store.ts'
import { tileSize, type SurfacePool } from '../raster/tile-surface.ts'
import { overlapOfRects, listTiles, getWhole, type TileRange, type View } from '../view.ts'

export interface TileLayerParts {
  readonly raster: Raster
  readonly layerName: LayerName
  /** Pool of reusable canvases. */
  readonly pool: SurfacePool
  readonly maxTiles: () => number
  /** The worker, if available. */
  readonly remote?: () => RemoteRaster | undefined
}

/** The tiles of one layer of the page. */
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

  /** Number of tiles with a bitmap. */
  get count(): number {
    return this.#store.shown
  }

  nextFrame(): void {
    this.#store.nextFrame()
  }

  /** Invalidates the area of a box on all levels. */
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

  /** Sets levels that are never evicted. */
  pin(scales: readonly number[]): void {
    this.#store.pin(scales)
  }

  /** Paints missing tiles of the view at a level, and `ring` tiles around it. */
  work(view: View, scale: number, ring: number, meter: Meter, purpose: Purpose = 'view'): PaintProgress {
    return this.#painter.work(getRange(view, scale, ring), scale, meter, view, purpose)
  }

  /** Same for a view that is not visible yet. */
  prefetch(view: View, scale: number, ring: number, meter: Meter): PaintProgress {
    return this.#painter.work(getRange(view, scale, ring), scale, meter, view, 'later')
  }

  /** Evicts tiles above the limit. */
  evict(view: View): void {
    this.#drop(this.#store.listExcess(view, this.#maxTiles()))
  }

  /** Stores a bitmap of the whole view as tiles; partly covered tiles are repainted later. */
  adopt(view: View, picture: CanvasImageSource): void {
    for (const tile of this.#want(view)) {
      const x = tile.column * tileSize - view.left
      const y = tile.row * tileSize - view.top
      this.#painter.abandon(tile)
      this.#store.change(tile, (context) => {
        this.#raster.clear(context, this.#layerName)
        context.drawImage(picture, -x, -y)
      })
      const [right, bottom] = [view.width - x, view.height - y]
      const seen = overlapOfRects(wholeTile, { left: -x, top: -y, right, bottom })
      tile.patches = []
      tile.stale = x < 0 || y < 0 || x + tileSize > view.width || y + tileSize > view.height
      tile.cut = tile.stale && seen ? { seen, touched: false } : undefined
    }
  }

  /** Copies visible tiles of another layer, to be repainted later. */
  borrow(view: View, from: TileLayer): void {
    for (const tile of this.#want(view)) {
      const other = from.#store.find(tile.level, tile.column, tile.row)?.bitmap
      if (!other) continue
      this.#store.change(tile, (context) => {
        this.#raster.clear(context, this.#layerName)
        context.drawImage(other, 0, 0)
      })
    }
  }

  /** Clears the view. */
  blank(view: View): void {
    for (const tile of this.#want(view)) {
      this.#painter.abandon(tile)
      this.#store.change(tile, (context) => this.#raster.clear(context, this.#layerName))
      tile.patches = []
      tile.stale = false
    }
  }

  /** Up-to-date tiles of the view. */
  listCurrent(view: View): Set<Tile> {
    return new Set(this.#want(view).filter((tile) => tile.bitmap && isCurrent(tile)))
  }

  /**
   * Draws on the tiles of a view. `draw` receives the part of the page that a tile covers and returns whether it
   * drew everything; `current` tiles then need no repainting.
   */
  drawOver(view: View, current: ReadonlySet<Tile>, draw: (context: Context2D, part: View) => boolean): void {
    for (const tile of this.#want(view)) {
      if (!tile.bitmap) continue
      this.#painter.abandon(tile)
      let isAll = false
      this.#store.change(tile, (context) => (isAll = draw(context, getTileView(tile))))
      tile.stale = !isAll || !current.has(tile)
      tile.patches = []
    }
  }

  /** Number of tiles of the view at its own scale, missing or not. */
  countAll(view: View): number {
    return this.#count(view, view.scale, () => true)
  }

  /** Number of tiles of the view that are missing at this level. */
  countMissing(view: View, scale: number): number {
    return this.#count(view, scale, (tile) => !isShown(tile, view))
  }

  /** Number of outdated tiles of the view. */
  countOutdated(view: View, scale: number): number {
    return this.#count(view, scale, (tile) => !isCurrent(tile))
  }

  /** Number of tiles of the view on which it shows something outdated, or nothing. */
  countOutdatedInView(view: View): number {
    return this.#count(view, view.scale, (tile) => !isCurrentInView(tile, view))
  }

  /** Draws the view with tiles of the requested level, and with other cached levels where these are missing. */
  compose(context: Context2D, view: View, scale: number, paper: string | undefined): boolean {
    return composeView(this.#store, context, view, scale, paper)
  }

  #want(view: View): Tile[] {
    return this.#store.want(getRange(view, view.scale), view.scale)
  }

  #drop(tiles: readonly Tile[]): void {
    for (const tile of tiles) {
      this.#painter.abandon(tile)
      this.#store.drop(tile)
    }
  }

  /** Number of tiles of the view that are missing or match the predicate. */
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
