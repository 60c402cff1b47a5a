import type { Box } from '../geometry/box.ts'
import { createPrefetch, type Gesture } from './prefetch.ts'
import type { Context2D } from './canvas-pen.ts'
import type { RenderIndex, DropArea } from './raster/render-index.ts'
import { getDetail } from './detail.ts'
import {
  elementMs,
  unmetered,
  type Meter,
  type Raster,
  type Region,
  type LayerName,
} from './raster/raster.ts'
import type { RemoteRaster } from './raster/remote-raster.ts'
import { createSurfacePool, release, tileSize } from './tiles/tile-surface.ts'
import { createTileLayer, type TileLayer, type Worked } from './tiles/tiles.ts'
import { listTiles, getWhole, type View } from './view.ts'

/** Share of the ceiling that pictures of what is in the hand may take up. */
const draggedFraction = 0.3
/** Elements that stay, in sight of a large move, that are painted one by one when it ends. */
const maxAbove = 200

export interface BoardBitmapParts {
  readonly renderIndex: RenderIndex
  readonly raster: Raster
  /** Most tiles kept, those of every share counted. */
  readonly maxTiles: () => number
  readonly paper: () => string
  /** Are there pictures of the grid in the tiles? */
  readonly hasGrid: () => boolean
  readonly onLost: () => void
  /** Where tiles of what rests can be painted instead, if that can be now. */
  readonly remote?: () => RemoteRaster | undefined
}

/** Where what is in the hand is, as a picture of its own: how far from where it rests, page units. */
export interface Hand {
  readonly dx: number
  readonly dy: number
}

/** The page as tiles: what rests, and above it, while many are in the hand, what is lifted off it. */
export function createBoardBitmap(parts: BoardBitmapParts) {
  const { renderIndex, raster, maxTiles } = parts
  const pool = createSurfacePool(parts.onLost)
  const dirty: Box[] = []
  const base: TileLayer = createTileLayer({
    raster,
    layerName: 'resting',
    pool,
    maxTiles: () => maxTiles() - dragged.count,
    ...(parts.remote && { remote: parts.remote }),
  })
  const dragged: TileLayer = createTileLayer({
    raster,
    layerName: 'lifted',
    pool,
    maxTiles: () => Math.round(maxTiles() * draggedFraction),
  })
  const ahead = createPrefetch({ layer: base, maxTiles, extent: renderIndex.extent })

  const applyDirty = (): boolean => {
    for (const box of dirty) base.invalidate(box)
    const any = dirty.length > 0
    dirty.length = 0
    return any
  }
  const getCost = (view: View, layerName: LayerName): number =>
    raster.find(getRegion(view), layerName).length * elementMs[getDetail(view.scale)]
  const paintAtOnce = (view: View, layer: TileLayer, layerName: LayerName): void => {
    const canvas = new OffscreenCanvas(view.width, view.height)
    const context = canvas.getContext('2d', { alpha: layerName !== 'resting' })
    if (!context) throw new Error('this browser gives no 2D canvas')
    raster.start(context, getRegion(view), layerName).step(unmetered)
    layer.adopt(view, canvas)
    release(canvas)
  }
  /** Elements that stay and are in sight, in paint order. */
  const staying = (view: View): Uint32Array => raster.find(getRegion(toTiles(view)), 'resting')

  return {
    get tiles() {
      return base.count + dragged.count
    },
    markDirty: (box: Box): number => dirty.push(box),
    /** An element looks different, also in the hand. */
    touch(box: Box): void {
      dirty.push(box)
      dragged.invalidate(box)
    },
    /** Tells the tiles what changed; true when something did. */
    applyDirty,
    forgetDirty(): void {
      dirty.length = 0
    },
    forgetDragged: (): void => dragged.clear(),
    renew(): void {
      base.invalidateAll()
      dragged.invalidateAll()
    },
    clear(): void {
      base.clear()
      dragged.clear()
      dirty.length = 0
    },
    nextFrame(): void {
      base.nextFrame()
      dragged.nextFrame()
    },
    /** What painting the whole view would take, by estimate. */
    getCost: (view: View): number => getCost(view, 'resting'),
    /** Paints the whole view without a budget and keeps the picture as tiles. */
    paintAtOnce: (view: View): void => paintAtOnce(view, base, 'resting'),
    /** Rasters what the view lacks, within the budget. */
    work(view: View, level: number, hand: Hand | undefined, meter: Meter): Worked {
      const resting = base.work(view, level, 0, meter)
      const above = hand
        ? dragged.work(movedBack(view, hand), level, 1, meter)
        : { done: true, changed: false }
      base.evict(view)
      if (hand) dragged.evict(movedBack(view, hand))
      return { done: resting.done && above.done, changed: resting.changed || above.changed }
    },
    /** Work that nobody waits for; answers whether all of it is done. */
    prefetch(view: View, level: number, gesture: Gesture, meter: Meter): boolean {
      const done = ahead.work(view, level, gesture, meter)
      base.evict(view)
      return done
    },
    missing: (view: View, level: number): number => base.missing(view, level),
    outdated: (view: View, level: number): number => base.outdated(view, level),
    compose(context: Context2D, view: View, level: number, hand: Hand | undefined): void {
      base.compose(context, view, level, parts.paper())
      if (hand) dragged.compose(context, movedBack(view, hand), level, undefined)
    },
    /** When many were taken up: what the view shows moves along, if it shows nothing else, or is painted at once. */
    takeUp(view: View, mostMs: number): void {
      const onlyThese =
        base.outdated(view, view.scale) === 0 && !parts.hasGrid() && staying(view).length === 0
      if (onlyThese) dragged.borrow(view, base)
      applyDirty()
      if (onlyThese) base.blank(view)
      else if (getCost(view, 'resting') <= mostMs) paintAtOnce(view, base, 'resting')
      if (dragged.count === 0 && getCost(view, 'lifted') <= mostMs) paintAtOnce(view, dragged, 'lifted')
    },
    /** What stays among many in the hand and may lie above them when they are let go; undefined if too much. */
    above(view: View): Box[] | undefined {
      const slots = staying(view)
      return slots.length > maxAbove ? undefined : Array.from(slots, (slot) => renderIndex.getBox(slot))
    },
    /** When many were let go: their picture is laid into that of the page, where it was seen last. */
    putDown(view: View, { by, apart }: DropArea, above: readonly Box[] | undefined, mostMs: number): void {
      const hand = { dx: by.x, dy: by.y }
      const good = base.current(view)
      applyDirty()
      if (base.missing(view, view.scale) > 0 || dragged.missing(movedBack(view, hand), view.scale) > 0) {
        if (getCost(view, 'resting') <= mostMs) paintAtOnce(view, base, 'resting')
      } else {
        const exact = above !== undefined && isWhole(by.x * view.scale) && isWhole(by.y * view.scale)
        base.lay(view, good, (context, part) => {
          const from = movedBack(part, hand)
          dragged.compose(context, from, view.scale, undefined)
          return exact && dragged.outdated(from, view.scale) === 0
        })
        for (const box of [...(above ?? []), ...apart]) base.invalidate(box)
      }
      dragged.clear()
    },
    /** Lets spare canvases go; nothing will need them soon. */
    rest: (): void => pool.trim(2),
    /** The browser lost pictures: none of the canvases is used again. */
    discard(): void {
      base.clear()
      dragged.clear()
      pool.trim(0)
    },
  }
}

export type BoardBitmap = ReturnType<typeof createBoardBitmap>

function getRegion(view: View): Region {
  return { scale: view.scale, left: view.left, top: view.top, rect: getWhole(view) }
}

/** What the tiles of lifted elements are seen through: they were made where those rest. */
export function movedBack(view: View, { dx, dy }: Hand): View {
  return {
    ...view,
    left: view.left - Math.round(dx * view.scale),
    top: view.top - Math.round(dy * view.scale),
  }
}

/** The view made larger to whole tiles. */
function toTiles(view: View): View {
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
