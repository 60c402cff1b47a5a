import type { Box } from '../geometry/box.ts'
import { createAhead, type Gesture } from './ahead.ts'
import type { Context2D } from './canvas-pen.ts'
import type { Columns, Landing } from './columns.ts'
import { detailAt } from './detail.ts'
import { elementMs, unmetered, type Meter, type Raster, type Region, type Share } from './raster.ts'
import type { RemoteRaster } from './remote-raster.ts'
import { createSurfacePool, release, tileSize } from './tile-surface.ts'
import { createTileLayer, type TileLayer, type Worked } from './tiles.ts'
import { tilesUnder, wholeOf, type View } from './view.ts'

/** Share of the ceiling that pictures of what is in the hand may take up. */
const liftedShare = 0.3
/** Elements that stay, in sight of a large move, that are painted one by one when it ends. */
const maxAbove = 200

export interface PictureParts {
  readonly columns: Columns
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
export function createPicture(parts: PictureParts) {
  const { columns, raster, maxTiles } = parts
  const pool = createSurfacePool(parts.onLost)
  const dirty: Box[] = []
  const base: TileLayer = createTileLayer({
    raster,
    share: 'resting',
    pool,
    maxTiles: () => maxTiles() - lifted.count,
    ...(parts.remote && { remote: parts.remote }),
  })
  const lifted: TileLayer = createTileLayer({
    raster,
    share: 'lifted',
    pool,
    maxTiles: () => Math.round(maxTiles() * liftedShare),
  })
  const ahead = createAhead({ layer: base, maxTiles, extent: columns.extent })

  const applyDirty = (): boolean => {
    for (const box of dirty) base.invalidate(box)
    const any = dirty.length > 0
    dirty.length = 0
    return any
  }
  const costOf = (view: View, share: Share): number =>
    raster.find(regionOf(view), share).length * elementMs[detailAt(view.scale)]
  const paintAtOnce = (view: View, layer: TileLayer, share: Share): void => {
    const canvas = new OffscreenCanvas(view.width, view.height)
    const context = canvas.getContext('2d', { alpha: share !== 'resting' })
    if (!context) throw new Error('this browser gives no 2D canvas')
    raster.start(context, regionOf(view), share).step(unmetered)
    layer.adopt(view, canvas)
    release(canvas)
  }
  /** Elements that stay and are in sight, in paint order. */
  const staying = (view: View): Uint32Array => raster.find(regionOf(toTiles(view)), 'resting')

  return {
    get tiles() {
      return base.count + lifted.count
    },
    markDirty: (box: Box): number => dirty.push(box),
    /** An element looks different, also in the hand. */
    touch(box: Box): void {
      dirty.push(box)
      lifted.invalidate(box)
    },
    /** Tells the tiles what changed; true when something did. */
    applyDirty,
    forgetDirty(): void {
      dirty.length = 0
    },
    forgetLifted: (): void => lifted.clear(),
    renew(): void {
      base.invalidateAll()
      lifted.invalidateAll()
    },
    clear(): void {
      base.clear()
      lifted.clear()
      dirty.length = 0
    },
    nextFrame(): void {
      base.nextFrame()
      lifted.nextFrame()
    },
    /** What painting the whole view would take, by estimate. */
    costOf: (view: View): number => costOf(view, 'resting'),
    /** Paints the whole view without a budget and keeps the picture as tiles. */
    paintAtOnce: (view: View): void => paintAtOnce(view, base, 'resting'),
    /** Rasters what the view lacks, within the budget. */
    work(view: View, level: number, hand: Hand | undefined, meter: Meter): Worked {
      const resting = base.work(view, level, 0, meter)
      const above = hand
        ? lifted.work(movedBack(view, hand), level, 1, meter)
        : { done: true, changed: false }
      base.evict(view)
      if (hand) lifted.evict(movedBack(view, hand))
      return { done: resting.done && above.done, changed: resting.changed || above.changed }
    },
    /** Work that nobody waits for; answers whether all of it is done. */
    workAhead(view: View, level: number, gesture: Gesture, meter: Meter): boolean {
      const done = ahead.work(view, level, gesture, meter)
      base.evict(view)
      return done
    },
    missing: (view: View, level: number): number => base.missing(view, level),
    outdated: (view: View, level: number): number => base.outdated(view, level),
    compose(context: Context2D, view: View, level: number, hand: Hand | undefined): void {
      base.compose(context, view, level, parts.paper())
      if (hand) lifted.compose(context, movedBack(view, hand), level, undefined)
    },
    /** When many were taken up: what the view shows moves along, if it shows nothing else, or is painted at once. */
    takeUp(view: View, mostMs: number): void {
      const onlyThese =
        base.outdated(view, view.scale) === 0 && !parts.hasGrid() && staying(view).length === 0
      if (onlyThese) lifted.borrow(view, base)
      applyDirty()
      if (onlyThese) base.blank(view)
      else if (costOf(view, 'resting') <= mostMs) paintAtOnce(view, base, 'resting')
      if (lifted.count === 0 && costOf(view, 'lifted') <= mostMs) paintAtOnce(view, lifted, 'lifted')
    },
    /** What stays among many in the hand and may lie above them when they are let go; undefined if too much. */
    above(view: View): Box[] | undefined {
      const slots = staying(view)
      return slots.length > maxAbove ? undefined : Array.from(slots, (slot) => columns.boxOf(slot))
    },
    /** When many were let go: their picture is laid into that of the page, where it was seen last. */
    putDown(view: View, { by, apart }: Landing, above: readonly Box[] | undefined, mostMs: number): void {
      const hand = { dx: by.x, dy: by.y }
      const good = base.current(view)
      applyDirty()
      if (base.missing(view, view.scale) > 0 || lifted.missing(movedBack(view, hand), view.scale) > 0) {
        if (costOf(view, 'resting') <= mostMs) paintAtOnce(view, base, 'resting')
      } else {
        const exact = above !== undefined && isWhole(by.x * view.scale) && isWhole(by.y * view.scale)
        base.lay(view, good, (context, part) => {
          const from = movedBack(part, hand)
          lifted.compose(context, from, view.scale, undefined)
          return exact && lifted.outdated(from, view.scale) === 0
        })
        for (const box of [...(above ?? []), ...apart]) base.invalidate(box)
      }
      lifted.clear()
    },
    /** Lets spare canvases go; nothing will need them soon. */
    rest: (): void => pool.trim(2),
    /** The browser lost pictures: none of the canvases is used again. */
    discard(): void {
      base.clear()
      lifted.clear()
      pool.trim(0)
    },
  }
}

export type Picture = ReturnType<typeof createPicture>

function regionOf(view: View): Region {
  return { scale: view.scale, left: view.left, top: view.top, rect: wholeOf(view) }
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
  const { left, top, right, bottom } = tilesUnder(view, wholeOf(view), view.scale)
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
