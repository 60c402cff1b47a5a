import type { Box } from '../geometry/box.ts'
import { createPrefetch, type Gesture } from './prefetch.ts'
import type { Context2D } from './pens/canvas-pen.ts'
import type { DropArea, RenderIndex } from './raster/render-index.ts'
import { getDetail } from './detail.ts'
import type { Raster } from './raster/raster.ts'
import { elementMs, unmetered, type LayerName, type Meter, type Region } from './raster/raster-job.ts'
import type { RemoteRaster } from './raster/remote-raster.ts'
import type { PaintProgress } from './tiles/tile-painter.ts'
import { createSurfacePool, release, tileSize, type SurfacePool } from './raster/tile-surface.ts'
import { TileLayer } from './tiles/tiles.ts'
import { listTiles, getWhole, type View } from './view.ts'

/** Fraction of the tile limit available for tiles of dragged elements. */
const draggedFraction = 0.3
/** Up to this many static elements above a large drag are repainted individually when it ends. */
const maxAbove = 200

export interface BoardBitmapParts {
  readonly renderIndex: RenderIndex
  readonly raster: Raster
  /** Maximum number of tiles of all layers. */
  readonly maxTiles: () => number
  readonly paper: () => string
  /** Whether tiles contain the grid. */
  readonly hasGrid: () => boolean
  readonly onLost: () => void
  /** The worker that can paint static tiles, if available. */
  readonly remote?: () => RemoteRaster | undefined
}

/** What a frame paints, and the time that it has. */
export interface BitmapFrame {
  readonly view: View
  readonly level: number
  readonly meter: Meter
  /** Parts of the board are loading: what is not seen would soon be outdated. */
  readonly isLoading: boolean
}

/** Offset of dragged elements from their original position, page units. */
export interface DragOffset {
  readonly dx: number
  readonly dy: number
}

/** The page as tiles: a layer of static elements and, during a large drag, a layer of dragged ones. */
export class BoardBitmap {
  readonly #parts: BoardBitmapParts
  readonly #pool: SurfacePool
  readonly #base: TileLayer
  readonly #dragged: TileLayer
  readonly #ahead: ReturnType<typeof createPrefetch>
  readonly #dirty: Box[] = []

  constructor(parts: BoardBitmapParts) {
    const { renderIndex, raster, maxTiles, remote } = parts
    this.#parts = parts
    const pool = (this.#pool = createSurfacePool(parts.onLost))
    const dragged = (this.#dragged = new TileLayer({
      raster,
      layerName: 'dragged',
      pool,
      maxTiles: () => Math.round(maxTiles() * draggedFraction),
    }))
    this.#base = new TileLayer({
      raster,
      layerName: 'static',
      pool,
      maxTiles: () => maxTiles() - dragged.count,
      ...(remote && { remote }),
    })
    this.#ahead = createPrefetch({ layer: this.#base, maxTiles, extent: () => renderIndex.getExtent() })
  }

  get tiles(): number {
    return this.#base.count + this.#dragged.count
  }

  markDirty(box: Box): void {
    this.#dirty.push(box)
  }

  /** An element changed, possibly while it is dragged. */
  touch(box: Box): void {
    this.#dirty.push(box)
    this.#dragged.invalidate(box)
  }

  /** Invalidates tiles of changed areas; true if there were any. */
  applyDirty(): boolean {
    for (const box of this.#dirty) this.#base.invalidate(box)
    const any = this.#dirty.length > 0
    this.#dirty.length = 0
    return any
  }

  forgetDirty(): void {
    this.#dirty.length = 0
  }

  forgetDragged(): void {
    this.#dragged.clear()
  }

  renew(): void {
    this.#base.invalidateAll()
    this.#dragged.invalidateAll()
  }

  clear(): void {
    this.#base.clear()
    this.#dragged.clear()
    this.#dirty.length = 0
  }

  nextFrame(): void {
    this.#base.nextFrame()
    this.#dragged.nextFrame()
  }

  /** Estimated cost of painting a layer of the whole view. */
  getCost(view: View, layerName: LayerName = 'static'): number {
    return this.#parts.raster.find(getRegion(view), layerName).length * elementMs[getDetail(view.scale)]
  }

  /** Paints the whole view without a time limit and stores it as tiles. */
  paintSync(view: View, layerName: LayerName = 'static'): void {
    const canvas = new OffscreenCanvas(view.width, view.height)
    const context = canvas.getContext('2d', { alpha: layerName !== 'static' })
    if (!context) throw new Error('this browser gives no 2D canvas')
    this.#parts.raster.start(context, getRegion(view), layerName).step(unmetered)
    const layer = layerName === 'static' ? this.#base : this.#dragged
    layer.adopt(view, canvas)
    release(canvas)
  }

  /** Paints missing parts of the view within the time budget; `isLoading`: only what is seen. */
  work({ view, level, meter, isLoading }: BitmapFrame, offset: DragOffset | undefined): PaintProgress {
    const base = this.#base.work(view, level, 0, meter, isLoading ? 'now' : 'view')
    const above = offset && this.#dragged.work(toOriginalPosition(view, offset), level, 1, meter)
    this.#base.evict(view)
    if (offset) this.#dragged.evict(toOriginalPosition(view, offset))
    return { done: base.done && above?.done !== false, changed: base.changed || above?.changed === true }
  }

  /** Low-priority work; returns whether all of it is done. */
  prefetch(view: View, level: number, gesture: Gesture, meter: Meter): boolean {
    if (!this.#parts.renderIndex.prepare()) return false
    const done = this.#ahead.work(view, level, gesture, meter)
    this.#base.evict(view)
    return done
  }

  /** Paints the view at its own scale while another level is shown; returns whether all of it is done. */
  paintAhead(view: View, meter: Meter): boolean {
    const { done } = this.#base.prefetch(view, view.scale, 0, meter)
    this.#base.evict(view)
    return done
  }

  countMissing(view: View, level: number): number {
    return this.#base.countMissing(view, level)
  }

  /** Whether more than half of the view's tiles are missing at its own scale. */
  isMostMissing(view: View): boolean {
    return this.#base.countMissing(view, view.scale) * 2 > this.#base.countAll(view)
  }

  countOutdated(view: View, level: number): number {
    return this.#base.countOutdated(view, level)
  }

  countOutdatedInView(view: View): number {
    return this.#base.countOutdatedInView(view)
  }

  /** Draws the view; returns whether some place looks blurred, or is missing. */
  compose(context: Context2D, view: View, level: number, offset: DragOffset | undefined): boolean {
    const isBaseBlurred = this.#base.compose(context, view, level, this.#parts.paper())
    if (!offset) return isBaseBlurred
    const original = toOriginalPosition(view, offset)
    return this.#dragged.compose(context, original, level, undefined) || isBaseBlurred
  }

  /**
   * Starts a large drag. The visible tiles are moved if they contain only dragged elements; otherwise these are
   * painted.
   */
  startDrag(view: View, mostMs: number): void {
    const isAllDragged =
      this.#base.countOutdated(view, view.scale) === 0 &&
      !this.#parts.hasGrid() &&
      this.#findStaying(view).length === 0
    if (isAllDragged) this.#dragged.borrow(view, this.#base)
    this.applyDirty()
    if (isAllDragged) this.#base.blank(view)
    else if (this.getCost(view) <= mostMs) this.paintSync(view)
    if (this.#dragged.count === 0 && this.getCost(view, 'dragged') <= mostMs) this.paintSync(view, 'dragged')
  }

  /** Static elements that may be above the dragged ones after the drop; undefined if there are too many. */
  listAbove(view: View): Box[] | undefined {
    const slots = this.#findStaying(view)
    return slots.length > maxAbove
      ? undefined
      : Array.from(slots, (slot) => this.#parts.renderIndex.getBox(slot))
  }

  /**
   * Ends a large drag: the tiles of the dragged elements are drawn into the static layer at their final position.
   */
  drop(view: View, { by, apart }: DropArea, above: readonly Box[] | undefined, mostMs: number): void {
    const offset = { dx: by.x, dy: by.y }
    const current = this.#base.listCurrent(view)
    this.applyDirty()
    const isMissing =
      this.#base.countMissing(view, view.scale) > 0 ||
      this.#dragged.countMissing(toOriginalPosition(view, offset), view.scale) > 0
    if (!isMissing) {
      const isExact = above !== undefined && isWhole(by.x * view.scale) && isWhole(by.y * view.scale)
      this.#base.drawOver(view, current, (context, part) => {
        const from = toOriginalPosition(part, offset)
        this.#dragged.compose(context, from, view.scale, undefined)
        return isExact && this.#dragged.countOutdated(from, view.scale) === 0
      })
      for (const box of [...(above ?? []), ...apart]) this.#base.invalidate(box)
    } else if (this.getCost(view) <= mostMs) this.paintSync(view)
    this.#dragged.clear()
  }

  /** Releases unused canvases. */
  rest(): void {
    this.#pool.trim(2)
  }

  /** The browser discarded canvas contents: drops all canvases. */
  discard(): void {
    this.#base.clear()
    this.#dragged.clear()
    this.#pool.trim(0)
  }

  /** Visible static elements in stacking order. */
  #findStaying(view: View): Uint32Array {
    return this.#parts.raster.find(getRegion(expandToTiles(view)), 'static')
  }
}

function getRegion(view: View): Region {
  return { scale: view.scale, left: view.left, top: view.top, rect: getWhole(view) }
}

/** The view in the coordinates of the tiles of dragged elements, which were painted at the original position. */
export function toOriginalPosition(view: View, { dx, dy }: DragOffset): View {
  return {
    ...view,
    left: view.left - Math.round(dx * view.scale),
    top: view.top - Math.round(dy * view.scale),
  }
}

/** The view enlarged to whole tiles. */
function expandToTiles(view: View): View {
  const { left, top, right, bottom } = listTiles(view, getWhole(view), view.scale)
  return {
    scale: view.scale,
    left: left * tileSize,
    top: top * tileSize,
    width: (right - left + 1) * tileSize,
    height: (bottom - top + 1) * tileSize,
  }
}

function isWhole(pixels: number): boolean {
  return Math.abs(pixels - Math.round(pixels)) < 0.01
}
