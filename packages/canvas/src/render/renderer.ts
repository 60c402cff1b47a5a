import { effect } from '@preact/signals-core'
import type { Box } from '../geometry/box.ts'
import type { Look, Pen } from '../pen.ts'
import { boardColors } from '../shapes/shared/palette.ts'
import { createCanvasPen, type Context2D } from './canvas-pen.ts'
import { createColumns } from './columns.ts'
import { bucketScale, detailAt } from './detail.ts'
import { createFrameBudget } from './frame-budget.ts'
import { createImageCache } from './image-cache.ts'
import { createLive } from './live.ts'
import { overlayColors } from './look.ts'
import { paintOverlay } from './overlay-painter.ts'
import { createRaster, elementMs, unmetered, type Meter, type Region, type Share } from './raster.ts'
import { createStage } from './stage.ts'
import type { CreateSurface, Surface, SurfaceInput, SurfaceStats } from './surface.ts'
import { createSurfacePool, createTileLayer, type TileLayer, type View } from './tiles.ts'

/** A scale unchanged for this long is what will be looked at: from then on pictures are made exactly for it. */
const settleMs = 90
/** Painting the whole view at once may take this long, by estimate; above it tiles fill in piece by piece. */
const atOnceMs = 60
/** A change of so many elements at once repaints much of what is seen: a part of a board that has just arrived. */
const manyElements = 200
/** Longest side of the picture of the whole page that stands in for what is not painted yet, device pixels. */
const overviewPx = 1024

export const createRenderer: CreateSurface = (input: SurfaceInput): Surface => {
  const { document, shapes, clock } = input
  const stage = createStage(input.host, () => refresh())
  const images = createImageCache(input.imageUrl, () => refresh(), clock)
  const penOn = (context: Context2D): Pen => createCanvasPen(context, images)
  const pool = createSurfacePool()
  const dirtyBoxes: Box[] = []
  const columns = createColumns({
    document,
    shapes,
    measure: input.view.measure,
    onDirty: (box) => dirtyBoxes.push(box),
  })
  const raster = createRaster(columns, penOn)
  const live = createLive(columns, document)
  const tileLimit = (): number => (stage.dpr() > 1.5 ? 256 : 140)
  const layerOf = (share: Share, part: number): TileLayer =>
    createTileLayer({ raster, share, pool, maxTiles: () => Math.round(tileLimit() * part) })
  const base = layerOf('resting', 1)
  const lifted = layerOf('lifted', 0.4)
  const budget = createFrameBudget()

  let cancelFrame: (() => void) | undefined
  let cancelWake: (() => void) | undefined
  let lastView: View | undefined
  let lastLevel = 1
  let scaleChangedAt = -Infinity
  let worked = false
  let fresh = true
  let overlayStale = true
  /** Something other than the camera or a tile has changed what the view shows. */
  let sceneStale = true
  /** Much has changed at once: painting the view whole is cheaper than patching its tiles one a frame. */
  let muchChanged = false
  let shownLevel = 1
  let shownPictures = 0
  let frames = 0
  let incomplete = 0
  let outdated = 0
  let idle = false
  let warmNext = 0

  const meterFor = (allowanceMs: number): Meter => {
    const startMs = clock.now()
    let spentMs = 0
    return {
      spend(ms) {
        spentMs += ms
      },
      isOver: () => spentMs > allowanceMs || clock.now() - startMs > allowanceMs,
    }
  }
  const invalidate = (): void => {
    cancelFrame ??= clock.frame(frame)
  }
  const refresh = (): void => {
    base.invalidateAll()
    lifted.invalidateAll()
    raster.store.reset()
    fresh = true
    overlayStale = true
    sceneStale = true
    invalidate()
  }
  const applyDirty = (): void => {
    for (const box of dirtyBoxes) base.invalidate(box)
    dirtyBoxes.length = 0
  }
  const viewNow = (): View => {
    const { x, y, zoom } = input.camera.peek()
    const dpr = stage.dpr()
    const size = input.size.peek()
    const scale = zoom * dpr
    return {
      scale,
      left: Math.round(x * scale),
      top: Math.round(y * scale),
      width: Math.max(1, Math.round(size.w * dpr)),
      height: Math.max(1, Math.round(size.h * dpr)),
    }
  }
  const regionOf = (view: View): Region => ({
    scale: view.scale,
    left: view.left,
    top: view.top,
    rect: { left: 0, top: 0, right: view.width, bottom: view.height },
  })
  const shifted = (view: View): View => {
    const lift = live.lift
    if (!lift) return view
    return {
      ...view,
      left: view.left - Math.round(lift.dx * view.scale),
      top: view.top - Math.round(lift.dy * view.scale),
    }
  }
  const costOf = (view: View): number =>
    raster.find(regionOf(view), 'resting').length * elementMs[detailAt(view.scale)]

  /** Paints the whole view without a budget and keeps the picture as tiles. */
  const paintAtOnce = (view: View, layer: TileLayer, share: Share): void => {
    const { canvas, context } = stage.scratch(view.width, view.height, share === 'resting')
    raster.start(context, regionOf(view), share).step(unmetered)
    layer.adopt(view, canvas)
    muchChanged &&= layer !== base
  }
  const levelOf = (view: View, nowMs: number): number => {
    if (nowMs - scaleChangedAt >= settleMs) return view.scale
    const steps = Math.abs(Math.log2(view.scale / lastLevel))
    return steps <= 0.25 ? lastLevel : bucketScale(view.scale)
  }
  /** Nothing at hand comes near this view: a jump, or the first picture. */
  const isCut = (view: View): boolean => {
    if (fresh || !lastView) return true
    const ratio = view.scale / lastView.scale
    if (ratio > 2.5 || ratio < 0.4) return true
    return (
      ratio === 1 &&
      (Math.abs(view.left - lastView.left) > view.width || Math.abs(view.top - lastView.top) > view.height)
    )
  }
  const overview = (): View | undefined => {
    const extent = columns.extent()
    if (!extent || extent.w <= 0 || extent.h <= 0) return undefined
    // A power of two: the level stays the same while the board grows a little.
    const scale = 2 ** Math.floor(Math.log2(overviewPx / Math.max(extent.w, extent.h)))
    return {
      scale,
      left: Math.floor(extent.x * scale),
      top: Math.floor(extent.y * scale),
      width: Math.ceil(extent.w * scale),
      height: Math.ceil(extent.h * scale),
    }
  }
  /** Work that nobody waits for: the overview and the block drawings it needs. True when there is none. */
  const workAhead = (meter: Meter): boolean => {
    if (detailAt(lastView?.scale ?? 1) !== 'blocks' && !warmBlocks(meter)) return false
    const whole = overview()
    if (!whole || whole.scale >= (lastView?.scale ?? 1)) return true
    base.pin(whole.scale)
    return base.work(whole, whole.scale, 0, meter)
  }
  const warmBlocks = (meter: Meter): boolean => {
    for (; warmNext < columns.slots; warmNext++) {
      raster.store.countOf(warmNext)
      if (warmNext % 64 === 0 && meter.isOver()) return false
    }
    return true
  }

  const drawLive = (view: View): void => {
    const { context } = stage.scene
    if (!live.isBusy && !live.lift) return
    context.save()
    context.setTransform(view.scale, 0, 0, view.scale, -view.left, -view.top)
    const look: Look = { scale: view.scale, theme: input.theme.peek(), detail: detailAt(view.scale) }
    const seen: Box = {
      x: view.left / view.scale,
      y: view.top / view.scale,
      w: view.width / view.scale,
      h: view.height / view.scale,
    }
    live.draw(penOn(context), seen, look)
    context.restore()
  }
  const drawOverlay = (nowMs: number): boolean => {
    const { x, y, zoom } = input.camera.peek()
    const size = input.size.peek()
    overlayStale = false
    return paintOverlay(
      stage.overlay.context,
      input.overlay.peek(),
      {
        dpr: stage.dpr(),
        zoom,
        toScreen: (point) => ({ x: (point.x - x) * zoom, y: (point.y - y) * zoom }),
        width: size.w,
        height: size.h,
        nowMs,
      },
      overlayColors[input.theme.peek()],
      (id) => input.view.outlineOf(id),
    )
  }

  const frame = (nowMs: number): void => {
    cancelFrame = undefined
    const view = viewNow()
    if (stage.resize(view.width, view.height)) {
      fresh = true
      overlayStale = true
    }
    if (columns.page === undefined || view.width <= 1) return
    const sameScale = lastView?.scale === view.scale
    const moving = !sameScale || lastView?.left !== view.left || lastView.top !== view.top
    if (!sameScale && lastView && !isCut(view)) scaleChangedAt = nowMs
    const allowance = budget.start(nowMs, moving, worked)
    const meter = meterFor(allowance)
    base.nextFrame()
    lifted.nextFrame()
    applyDirty()
    const coolMs = live.cool(nowMs)
    if (dirtyBoxes.length > 0) sceneStale = true
    applyDirty()
    if (fresh || ((muchChanged || isCut(view)) && costOf(view) <= atOnceMs))
      paintAtOnce(view, base, 'resting')
    muchChanged = false
    const level = levelOf(view, nowMs)
    let done = base.work(view, level, moving ? 0 : 1, meter)
    if (live.isLiftLarge) done = lifted.work(shifted(view), level, 1, meter) && done
    const pictures = base.seenPictures + lifted.seenPictures
    if (moving || fresh || sceneStale || level !== shownLevel || pictures !== shownPictures) {
      const complete = base.missing(view, level) === 0
      frames++
      if (!complete) incomplete++
      if (base.outdated(view, level) > 0) outdated++
      compose(view, level, complete)
      shownLevel = level
      shownPictures = pictures
      sceneStale = false
    }
    const fading = overlayStale || moving ? drawOverlay(nowMs) : false
    if (fading) overlayStale = true
    if (level === view.scale) lastLevel = level
    lastView = view
    fresh = false
    worked = true
    plan(nowMs, done, fading, coolMs, meter)
  }
  const compose = (view: View, level: number, complete: boolean): void => {
    const { context } = stage.scene
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.imageSmoothingEnabled = stage.dpr() < 1.5
    context.imageSmoothingQuality = 'low'
    if (!complete) {
      context.fillStyle = boardColors[input.theme.peek()].paper
      context.fillRect(0, 0, view.width, view.height)
    }
    base.compose(context, view, level, complete)
    if (live.isLiftLarge) {
      const moved = shifted(view)
      lifted.compose(context, moved, level, lifted.missing(moved, level) === 0)
    }
    drawLive(view)
  }
  /** Another frame, a later one, or none at all: a board that rests costs nothing. */
  const plan = (
    nowMs: number,
    done: boolean,
    fading: boolean,
    coolMs: number | undefined,
    meter: Meter,
  ): void => {
    const settling = nowMs - scaleChangedAt < settleMs
    const ahead = done && !settling && workAhead(meter)
    idle = ahead && !fading && coolMs === undefined
    cancelWake?.()
    cancelWake = undefined
    if (!done || fading || (!settling && !ahead)) return invalidate()
    budget.rest()
    worked = false
    const waitMs = Math.min(settling ? settleMs : Infinity, coolMs ?? Infinity)
    if (waitMs < Infinity) cancelWake = clock.after(waitMs, invalidate)
  }

  const stopDocument = document.observe((change) => {
    const rest = live.notice(change, clock.now())
    columns.apply(rest)
    if (change.ids.size >= manyElements) muchChanged = true
    if (change.whole) {
      base.clear()
      lifted.clear()
      raster.store.reset()
      fresh = true
    }
    warmNext = Math.min(warmNext, columns.slots)
    idle = false
    overlayStale = true
    sceneStale = true
    invalidate()
  })
  const stopPage = effect(() => {
    const page = input.page.value
    if (page === null) return
    base.clear()
    lifted.clear()
    raster.store.reset()
    columns.setPage(page)
    dirtyBoxes.length = 0
    warmNext = 0
    fresh = true
    invalidate()
  })
  const stopLook = effect(() => {
    const theme = input.theme.value
    const grid = input.overlay.value.grid
    raster.setLook({ theme, paper: boardColors[theme].paper, gridColor: overlayColors[theme].grid, grid })
  })
  let shownGrid = input.overlay.peek().grid
  let shownTheme = input.theme.peek()
  const stopOverlay = effect(() => {
    const overlay = input.overlay.value
    const theme = input.theme.value
    overlayStale = true
    if (overlay.grid !== shownGrid || theme !== shownTheme) {
      shownGrid = overlay.grid
      shownTheme = theme
      refresh()
    } else invalidate()
  })
  const stopCamera = effect(() => {
    void input.camera.value
    void input.size.value
    idle = false
    invalidate()
  })
  const stopLift = effect(() => {
    const next = input.lift.value
    const turned = live.setLift(next)
    overlayStale = true
    sceneStale = true
    idle = false
    if (turned) takeUpOrLetGo()
    invalidate()
  })
  /** The first and the last frame of a large move: both pictures are made at once, so that nothing is seen twice. */
  const takeUpOrLetGo = (): void => {
    const large = live.isLiftLarge
    applyDirty()
    if (!lastView || (!large && lifted.count === 0)) return
    const view = viewNow()
    lifted.clear()
    if (costOf(view) <= 2 * atOnceMs) paintAtOnce(view, base, 'resting')
    if (large) paintAtOnce(shifted(view), lifted, 'lifted')
  }

  return {
    refresh,
    get stats(): SurfaceStats {
      return { frames, incomplete, outdated, tiles: base.count + lifted.count, idle }
    },
    dispose() {
      cancelFrame?.()
      cancelWake?.()
      for (const stop of [stopDocument, stopPage, stopLook, stopOverlay, stopCamera, stopLift]) stop()
      base.clear()
      lifted.clear()
      pool.clear()
      images.dispose()
      stage.dispose()
    },
  }
}
