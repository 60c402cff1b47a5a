import { effect } from '@preact/signals-core'
import type { BoardChange, Move, RecordId } from '../document/model/record.ts'
import type { Drag } from '../editor/view/drag.ts'
import type { RenderOptions, Pen } from '../pen.ts'
import { unionOfAll, type Box } from '../geometry/box.ts'
import { boardColors } from '../shapes/shared/palette.ts'
import { Animator } from './animation/animator.ts'
import type { Gesture } from './prefetch.ts'
import { createCanvasPen, type Context2D, type ImageLookup } from './pens/canvas-pen.ts'
import { RenderIndex } from './raster/render-index.ts'
import { getDetail } from './detail.ts'
import { createFrameBudget, createMeter } from './frame-budget.ts'
import { createImageCache, type ImageCache } from './images/image-cache.ts'
import type { DecodeImage, ImageDecoder } from './images/image-decoder.ts'
import { ImageElements } from './images/image-elements.ts'
import { levelInZoom } from './tiles/levels.ts'
import { LiveLayer } from './live-layer.ts'
import { overlayColors } from './overlay/overlay-colors.ts'
import { tileCeiling } from './memory.ts'
import { isOverlayEmpty, paintOverlay } from './overlay/overlay-painter.ts'
import { BoardBitmap, type BitmapFrame, type DragOffset } from './board-bitmap.ts'
import { Raster } from './raster/raster.ts'
import type { Meter } from './raster/raster-job.ts'
import { RemoteRaster } from './raster/remote-raster.ts'
import { createCanvasStack, type CanvasStack } from './canvas-stack.ts'
import { createZoomRest } from './zoom-rest.ts'
import type { CreateSurface, Surface, SurfaceInput, SurfaceStats } from './surface.ts'
import { boxOfView, type View } from './view.ts'

/** Estimated cost up to which the view is painted at once when a zoom has ended, ms. */
const sharpPaintMs = 25
/** Estimated cost up to which the whole view is painted at once; above it, tiles appear one by one. */
const syncPaintMs = 60

export const createRenderer: CreateSurface = (input) => new Renderer(input)

/** Time per frame for sending changes to the worker, ms; less during gestures. */
const reportMs = { resting: 4, gesture: 1 } as const

/** A change of this many elements at once, such as a loaded chunk, repaints most of the view. */
const manyElements = 200

/** For this long after such a change nothing is painted ahead: others probably follow, ms. */
const bulkPauseMs = 400

/** State of one frame. */
interface Frame extends BitmapFrame {
  readonly nowMs: number
  /** Difference of the view from the last frame. */
  readonly gesture: Gesture
  /** No zoom is in progress, nor has just paused. */
  readonly hasSettled: boolean
}

/** Time for prefetching during a gesture, ms; visible tiles have priority. */
const busyPrefetchMs = 2

class Renderer implements Surface {
  readonly #input: SurfaceInput
  readonly #canvasStack: CanvasStack
  readonly #images: ImageCache
  readonly #renderIndex: RenderIndex
  readonly #raster: Raster
  readonly #live: LiveLayer
  readonly #bitmap: BoardBitmap
  readonly #animator: Animator
  readonly #remote: RemoteRaster | undefined
  readonly #budget = createFrameBudget()
  readonly #zoomRest = createZoomRest()
  readonly #stops: (() => void)[]
  readonly #imageElements = new ImageElements()

  #decoder: Promise<ImageDecoder> | undefined
  #cancelFrame: (() => void) | undefined
  #cancelScheduled: (() => void) | undefined
  /** Changes since the last read. Read once per frame, so that a hidden page does no work. */
  #changed = new Set<RecordId>()
  #moves: Move[] = []
  #allChanged = false
  #lastView: View | undefined
  /** Scale at which the view rested last. */
  #staticScale = 1
  #hasPainted = false
  /** No cached tiles are usable for the view. */
  #fresh = true
  #sceneStale = true
  /** Records changed; only the active elements among them need repainting before their tiles change. */
  #activeStale = false
  /** Page box in which active elements were painted last. */
  #activeArea: Box | undefined
  #shownLevel = 0
  /** Painting the whole view is cheaper than patching its tiles. */
  #muchChanged = false
  #muchChangedAt = -Infinity
  #overlayStale = true
  #lost = false
  #frames = 0
  #incomplete = 0
  #blurred = 0
  #outdated = 0
  #idle = false

  constructor(input: SurfaceInput) {
    this.#input = input
    this.#canvasStack = createCanvasStack(input.host, {
      onLost: () => (this.#lost = true),
      onRestored: () => this.#restore(),
      onDensity: () => this.#invalidate(),
    })
    this.#images = createImageCache({
      getUrl: input.imageUrl,
      isVisible: (fileId) => this.#isImageVisible(fileId),
      onReady: (fileId) => this.#imageArrived(fileId),
      clock: input.clock,
      decode: this.#decode,
    })
    this.#renderIndex = new RenderIndex({
      document: input.document,
      shapes: input.shapes,
      measure: input.view.measure,
      drag: input.drag,
      onDirty: (box) => this.#bitmap.markDirty(box),
    })
    this.#live = new LiveLayer(this.#renderIndex, input.document)
    this.#raster = new Raster(this.#renderIndex, this.#live.staticView, this.#createPen)
    this.#remote = this.#createRemote()
    this.#bitmap = new BoardBitmap({
      renderIndex: this.#renderIndex,
      raster: this.#raster,
      maxTiles: () => tileCeiling(this.#canvasStack.dpr(), this.#canvasStack.scene.canvas),
      paper: () => boardColors[input.theme.peek()].paper,
      hasGrid: () => input.overlay.peek().grid !== null,
      onLost: () => this.#restore(),
      ...(this.#remote && { remote: () => (this.#live.drag ? undefined : this.#remote) }),
    })
    this.#animator = new Animator({
      document: input.document,
      renderIndex: this.#renderIndex,
      live: this.#live,
      read: input.readAnimation,
      reducedMotion: input.reducedMotion,
      onDue: () => this.#invalidate(),
      clock: input.clock,
    })
    this.#stops = [
      input.document.observe((change) => this.#documentChanged(change)),
      effect(() => this.#openPage(input.page.value)),
      this.#watchStyle(),
      effect(() => {
        void input.overlay.value
        this.#overlayStale = true
        this.#invalidate()
      }),
      effect(() => {
        void input.camera.value
        void input.size.value
        this.#invalidate()
      }),
      effect(() => this.#follow(input.drag.value)),
    ]
  }

  get stats(): SurfaceStats {
    return {
      frames: this.#frames,
      incomplete: this.#incomplete,
      blurred: this.#blurred,
      outdated: this.#outdated,
      tiles: this.#bitmap.tiles,
      idle: this.#idle,
    }
  }

  get media(): Animator['shown'] {
    return this.#animator.shown
  }

  setPlaying(id: RecordId, isPlaying: boolean): void {
    this.#animator.setPlaying(id, isPlaying)
  }

  refresh(): void {
    this.#bitmap.renew()
    this.#raster.store.reset()
    this.#remote?.refresh()
    this.#fresh = true
    this.#showAnew()
  }

  dispose(): void {
    this.#cancelFrame?.()
    this.#cancelScheduled?.()
    for (const stop of this.#stops) stop()
    this.#animator.dispose()
    this.#bitmap.discard()
    this.#remote?.dispose()
    this.#images.dispose()
    void this.#decoder?.then((decoder) => decoder.dispose())
    this.#canvasStack.dispose()
  }

  readonly #createPen = (context: Context2D): Pen => createCanvasPen(context, this.#drawnImages)

  /** Loaded with the first image. */
  readonly #decode: DecodeImage = async (url, width, getNeed) => {
    this.#decoder ??= import('./images/image-decoder.ts').then(({ createImageDecoder }) =>
      createImageDecoder(this.#input.imageWorker, this.#input.clock),
    )
    // Without a connection, the next attempt loads it.
    const decoder = await this.#decoder.catch((error: unknown) => {
      this.#decoder = undefined
      throw error
    })
    return await decoder.decode(url, width, getNeed)
  }

  readonly #drawnImages: ImageLookup = {
    get: (fileId, widthPx) => {
      const id = this.#raster.drawing
      if (id !== undefined) this.#imageElements.add(fileId, id)
      return this.#images.get(fileId, widthPx)
    },
  }

  /** Elements of the live layer show the current frames, tiles the still images. */
  readonly #liveImages: ImageLookup = {
    get: (fileId, widthPx) => this.#animator.getFrame(fileId) ?? this.#images.get(fileId, widthPx),
  }

  #createRemote(): RemoteRaster | undefined {
    const { help, document, clock } = this.#input
    if (!help) return undefined
    return new RemoteRaster({
      help,
      document,
      clock,
      hidden: () => [...this.#live.active],
      onAnswer: () => this.#invalidate(),
    })
  }

  #invalidate(): void {
    this.#idle = false
    this.#cancelFrame ??= this.#input.clock.frame((nowMs) => this.#frame(nowMs))
  }

  #showAnew(): void {
    this.#sceneStale = true
    this.#overlayStale = true
    this.#invalidate()
  }

  #restore(): void {
    this.#lost = false
    this.#bitmap.discard()
    this.#fresh = true
    this.#showAnew()
  }

  #isImageVisible(fileId: string): boolean {
    if (!this.#lastView) return true
    return this.#imageElements.isIn(boxOfView(this.#lastView), fileId, (id) =>
      this.#renderIndex.getBounds(id),
    )
  }

  /** Repaints only elements that use the image, since a board can have hundreds of images in several sizes. */
  #imageArrived(fileId: string): void {
    // The elements of the live layer are not noted, and what is dragged is seen elsewhere than its box.
    const isLive = this.#live.active.size > 0 || this.#live.drag !== null
    const isSeen = isLive || this.#isImageVisible(fileId)
    const boxes = this.#imageElements.take(fileId, (id) => this.#renderIndex.getBounds(id))
    for (const box of boxes) this.#bitmap.touch(box)
    if (isSeen) this.#showAnew()
    else this.#invalidate()
  }

  #documentChanged(change: BoardChange): void {
    const { moves, rest, whole } = change
    this.#animator.note(change)
    this.#allChanged ||= whole
    for (const move of moves) this.#moves.push(move)
    for (const id of rest) this.#changed.add(id)
    this.#activeStale = true
    this.#overlayStale = true
    this.#invalidate()
  }

  #openPage(page: RecordId | null): void {
    if (page === null) return
    this.#bitmap.clear()
    this.#raster.store.reset()
    this.#renderIndex.setPage(page)
    this.#remote?.open(page)
    this.#bitmap.forgetDirty()
    this.#imageElements.clear()
    this.#live.restart()
    this.#forgetChanges()
    this.#fresh = true
    this.#showAnew()
  }

  #watchStyle(): () => void {
    let shown: { theme: string; grid: number | null } | undefined
    return effect(() => {
      const theme = this.#input.theme.value
      const { grid } = this.#input.overlay.value
      if (shown?.theme === theme && shown.grid === grid) return
      shown = { theme, grid }
      const { paper } = boardColors[theme]
      const style = { theme, paper, gridColor: overlayColors[theme].grid, grid }
      this.#raster.setStyle(style)
      this.#remote?.setStyle(style)
      this.refresh()
    })
  }

  /** Reads changes since the last frame. */
  #read(): void {
    if (this.#allChanged) this.#readAll()
    else if (this.#changed.size > 0 || this.#moves.length > 0) {
      const changed = { moves: this.#moves, rest: this.#changed }
      const { moves, rest } = this.#live.note(changed, this.#input.clock.now())
      const count = moves.reduce((sum, { ids }) => sum + ids.length, rest.size)
      if (count >= manyElements) {
        this.#muchChanged = true
        this.#muchChangedAt = this.#input.clock.now()
      }
      this.#renderIndex.apply(moves, rest)
      this.#remote?.note(this.#moves, this.#changed)
    }
    this.#forgetChanges()
  }

  #readAll(): void {
    this.#renderIndex.rebuild()
    if (this.#renderIndex.page !== undefined) this.#remote?.open(this.#renderIndex.page)
    this.#bitmap.clear()
    this.#live.restart()
    this.#raster.store.reset()
    this.#fresh = true
  }

  #forgetChanges(): void {
    this.#allChanged = false
    this.#moves = []
    this.#changed = new Set()
  }

  #follow(next: Drag | null): void {
    const before = this.#live.drag
    if (before?.ids !== next?.ids) this.#turn(next)
    else this.#live.setDrag(next)
    // The worker does not know about drags; meanwhile tiles are painted on the main thread.
    if (before && before.ids !== next?.ids) this.#remote?.note([{ ids: [...before.ids], dx: 0, dy: 0 }], [])
    this.#showAnew()
  }

  /** Starts or ends a drag. For a large drag both layers are painted at once, so that nothing appears twice. */
  #turn(next: Drag | null): void {
    this.#read()
    const view = this.#viewNow()
    const isShown = this.#lastView !== undefined && !this.#fresh
    this.#bitmap.applyDirty()
    const wasLarge = this.#live.isDragLarge
    const above = wasLarge && isShown ? this.#bitmap.listAbove(view) : undefined
    const dropped = this.#live.setDrag(next)
    if (wasLarge && dropped && isShown) this.#bitmap.drop(view, dropped, above, syncPaintMs)
    else if (wasLarge) this.#bitmap.forgetDragged()
    if (this.#live.isDragLarge && isShown) this.#bitmap.startDrag(view, syncPaintMs)
  }

  #viewNow(): View {
    const { x, y, zoom } = this.#input.camera.peek()
    const size = this.#input.size.peek()
    const dpr = this.#canvasStack.dpr()
    const scale = zoom * dpr
    return {
      scale,
      left: Math.round(x * scale),
      top: Math.round(y * scale),
      width: Math.max(1, Math.round(size.w * dpr)),
      height: Math.max(1, Math.round(size.h * dpr)),
    }
  }

  /** No cached tiles are usable for this view: a jump, or the first frame. */
  #isCut(view: View): boolean {
    const last = this.#lastView
    if (this.#fresh || !last) return true
    const ratio = view.scale / last.scale
    if (ratio > 2.5 || ratio < 0.4) return true
    const isFar = Math.abs(view.left - last.left) > view.width || Math.abs(view.top - last.top) > view.height
    return ratio === 1 && isFar
  }

  #frame(nowMs: number): void {
    this.#cancelFrame = undefined
    this.#cancelScheduled?.()
    this.#cancelScheduled = undefined
    this.#read()
    const view = this.#viewNow()
    if (this.#canvasStack.resize(view.width, view.height)) this.#showResized()
    // Drawing on a lost canvas has no effect; restoring it requests a frame.
    if (this.#renderIndex.page === undefined || view.width <= 1 || this.#lost) return
    const planned = this.#begin(nowMs, view)
    const coolMs = this.#live.deactivateIdle(nowMs)
    const played = this.#animator.advance(boxOfView(view), view.scale)
    this.#bitmap.applyDirty()
    const frame = this.#sharpen(planned)
    if (this.#isWorthAll(view, frame)) {
      this.#bitmap.paintSync(view)
      this.#sceneStale = true
    }
    this.#muchChanged = false
    const areAllSent = this.#syncWorker(frame)
    const { done, changed } = this.#bitmap.work(frame, this.#getDragOffset())
    const isOther = changed || frame.gesture !== undefined || frame.level !== this.#shownLevel
    const isDragged = this.#activeStale && this.#live.drag !== null
    if (isOther || isDragged || this.#sceneStale) this.#compose(frame)
    else this.#composeParts(frame, [...played, ...this.#takeActiveAreas(view)])
    const fading = this.#overlayStale || frame.gesture ? this.#drawOverlay(nowMs) : false
    this.#overlayStale = fading
    if (frame.hasSettled) this.#staticScale = view.scale
    this.#lastView = view
    this.#fresh = false
    this.#plan(frame, done && areAllSent, fading, coolMs)
  }

  /** A zoom that pauses has probably ended: its view is shown sharp as soon as it is painted, in time left over. */
  #sharpen(frame: Frame): Frame {
    const { view, level, gesture, meter, isLoading } = frame
    if (level === view.scale || gesture || isLoading) return frame
    return this.#bitmap.paintAhead(view, meter) ? { ...frame, level: view.scale } : frame
  }

  /** Returns whether the worker is up to date. */
  #syncWorker({ gesture }: Frame): boolean {
    if (!this.#remote || this.#live.drag) return true
    return this.#remote.sync(gesture ? reportMs.gesture : reportMs.resting)
  }

  /** Whether to paint the view at once instead of tile by tile. */
  #isWorthAll(view: View, { gesture, level }: Frame): boolean {
    if (this.#fresh) return true
    if (this.#isCut(view)) return this.#bitmap.getCost(view) <= syncPaintMs
    const hasZoomed = !gesture && level === view.scale && level !== this.#shownLevel
    if (hasZoomed && this.#bitmap.isMostMissing(view)) return this.#bitmap.getCost(view) <= sharpPaintMs
    if (!this.#muchChanged || gesture || this.#bitmap.countOutdatedInView(view) === 0) return false
    return this.#bitmap.getCost(view) <= syncPaintMs / 2
  }

  #showResized(): void {
    // Resizing clears the canvas; cached tiles stay valid.
    this.#sceneStale = true
    this.#overlayStale = true
  }

  #begin(nowMs: number, view: View): Frame {
    const last = this.#lastView
    const zooms = last !== undefined && last.scale !== view.scale
    const moves = zooms || last?.left !== view.left || last.top !== view.top
    if (zooms && !this.#isCut(view)) this.#zoomRest.step(nowMs)
    const hasSettled = this.#zoomRest.getWaitMs(nowMs) === 0
    this.#bitmap.nextFrame()
    const isBusy = moves || this.#live.active.size > 0 || this.#live.drag !== null
    const allowanceMs = this.#budget.start(nowMs, isBusy, this.#hasPainted)
    this.#hasPainted = true
    return {
      nowMs,
      view,
      level: hasSettled ? view.scale : levelInZoom(view.scale, this.#staticScale),
      hasSettled,
      gesture: !moves ? undefined : !zooms ? 'pan' : view.scale > last.scale ? 'in' : 'out',
      meter: this.#getMeter(allowanceMs),
      isLoading: nowMs - this.#muchChangedAt < bulkPauseMs,
    }
  }

  #getMeter(allowanceMs: number): Meter {
    return createMeter(allowanceMs, () => this.#input.clock.now())
  }

  #getDragOffset(): DragOffset | undefined {
    return this.#live.isDragLarge ? (this.#live.drag ?? undefined) : undefined
  }

  #count(view: View, level: number): void {
    this.#frames++
    if (this.#bitmap.countMissing(view, level) > 0) this.#incomplete++
    if (this.#bitmap.countOutdated(view, level) > 0) this.#outdated++
  }

  #compose(frame: Frame): void {
    this.#paint(frame)
    this.#activeArea = this.#live.getActiveArea(boxOfView(frame.view))
    this.#activeStale = false
  }

  /** Where active elements are and were, if any changed: without a GPU, repeating the whole view takes too long. */
  #takeActiveAreas(view: View): readonly Box[] {
    if (!this.#activeStale) return []
    const before = this.#activeArea
    this.#activeArea = this.#live.getActiveArea(boxOfView(view))
    this.#activeStale = false
    const area = unionOfAll([before, this.#activeArea].filter((box) => box !== undefined))
    return area ? [area] : []
  }

  #paint({ view, level }: Frame): void {
    this.#count(view, level)
    const context = this.#canvasStack.scene
    context.setTransform(1, 0, 0, 1, 0, 0)
    // Smoothing at high densities takes longer than a frame without a GPU and is barely visible.
    context.imageSmoothingEnabled = this.#canvasStack.dpr() < 1.5
    context.imageSmoothingQuality = 'low'
    if (this.#bitmap.compose(context, view, level, this.#getDragOffset())) this.#blurred++
    this.#drawLive(view)
    this.#sceneStale = false
    this.#shownLevel = level
  }

  /** Repeats only these areas of the page. */
  #composeParts(frame: Frame, areas: readonly Box[]): void {
    if (areas.length === 0) return
    const context = this.#canvasStack.scene
    const { scale, left, top } = frame.view
    context.save()
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.beginPath()
    for (const { x, y, w, h } of areas) {
      const from = { x: Math.floor(x * scale) - left, y: Math.floor(y * scale) - top }
      context.rect(from.x, from.y, Math.ceil(w * scale) + 2, Math.ceil(h * scale) + 2)
    }
    context.clip()
    this.#paint(frame)
    context.restore()
  }

  #drawLive(view: View): void {
    if (this.#live.active.size === 0 && !this.#live.drag) return
    const context = this.#canvasStack.scene
    context.save()
    context.setTransform(view.scale, 0, 0, view.scale, -view.left, -view.top)
    const options: RenderOptions = {
      scale: view.scale,
      theme: this.#input.theme.peek(),
      detail: getDetail(view.scale),
    }
    this.#live.draw(createCanvasPen(context, this.#liveImages), boxOfView(view), options)
    context.restore()
  }

  /** Returns whether the overlay is animated. */
  #drawOverlay(nowMs: number): boolean {
    const { camera, size, overlay, theme } = this.#input
    const { x, y, zoom } = camera.peek()
    const { w, h } = size.peek()
    const isEmpty = isOverlayEmpty(overlay.peek())
    this.#canvasStack.showOverlay(!isEmpty)
    if (isEmpty) return false
    return paintOverlay(
      this.#canvasStack.overlay,
      overlay.peek(),
      {
        dpr: this.#canvasStack.dpr(),
        zoom,
        toScreen: (point) => ({ x: (point.x - x) * zoom, y: (point.y - y) * zoom }),
        width: w,
        height: h,
        nowMs,
      },
      overlayColors[theme.peek()],
      this.#input,
    )
  }

  /** Schedules the next frame, if one is needed; an idle board uses no CPU. */
  #plan(frame: Frame, done: boolean, fading: boolean, coolMs: number | undefined): void {
    const { nowMs, view, level, gesture, hasSettled, meter, isLoading } = frame
    const canContinue = done && !isLoading && !meter.isOver()
    const spare = this.#live.active.size > 0 || this.#live.drag ? this.#getMeter(busyPrefetchMs) : meter
    const ahead = canContinue && (gesture || hasSettled) && this.#bitmap.prefetch(view, level, gesture, spare)
    const isSharpEarly = !hasSettled && level === view.scale
    const waits = gesture !== undefined || isLoading || isSharpEarly
    if (!done || fading || (!waits && !ahead)) return this.#invalidate()
    this.#budget.rest()
    this.#hasPainted = false
    // The gesture may continue in the next frame; idle work starts only if it does not.
    const restMs = gesture ? 0 : hasSettled ? Infinity : this.#zoomRest.getWaitMs(nowMs)
    const loadingMs = isLoading ? bulkPauseMs - (nowMs - this.#muchChangedAt) : Infinity
    const waitMs = Math.min(restMs, loadingMs, coolMs ?? Infinity)
    this.#idle = waitMs === Infinity
    if (waitMs === 0) this.#invalidate()
    else if (waitMs < Infinity)
      this.#cancelScheduled = this.#input.clock.after(waitMs, () => this.#invalidate())
    else this.#bitmap.rest()
  }
}
