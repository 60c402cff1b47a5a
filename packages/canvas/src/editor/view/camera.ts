import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-core'
import type { RecordId } from '../../document/model/record.ts'
import type { Box } from '../../geometry/box.ts'
import { getCentre } from '../../geometry/box.ts'
import { clamp, type Vec } from '../../geometry/vec.ts'
import { throttle, type Clock } from '../clock.ts'
import { EasedAnimation } from './eased-animation.ts'

/** Position and scale of the view: the page point at its top left corner, and CSS pixels per page unit. */
export interface CameraState {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

/** Size of the view in CSS pixels. */
export interface ViewSize {
  readonly w: number
  readonly h: number
}

/** Stores one camera per page (`boardTransform`, spec §3). */
export interface CameraStore {
  load(page: RecordId): CameraState | undefined
  save(page: RecordId, camera: CameraState): void
}

export const zoomLimits = { min: 0.02, max: 40 } as const

/** Margin around content fitted into the view, CSS pixels. */
const fitMargin = 64
const saveEveryMs = 400

export interface CameraParts {
  readonly clock: Clock
  readonly store: CameraStore
  readonly reducedMotion?: (() => boolean) | undefined
  /** The user navigated. */
  readonly onNavigate?: () => void
}

/** The camera of the current page. Input writes it; rendering reads it. */
export class Camera {
  /** Visible area of the page, page units. */
  readonly visible: ReadonlySignal<Box>
  readonly #parts: CameraParts
  readonly #state = signal<CameraState>({ x: 0, y: 0, zoom: 1 })
  readonly #size = signal<ViewSize>({ w: 0, h: 0 })
  readonly #animation: EasedAnimation
  readonly #save: ReturnType<typeof throttle>
  #page: RecordId | undefined
  /** Target of the running animation. */
  #target: CameraState | undefined
  /** Shows a page that was opened before the view had a size. */
  #showLater: (() => void) | undefined

  constructor(parts: CameraParts) {
    this.#parts = parts
    this.#animation = new EasedAnimation(parts.clock)
    this.#save = throttle(parts.clock, saveEveryMs, () => this.#saveNow())
    this.visible = computed(() => {
      const { x, y, zoom } = this.#state.value
      return { x, y, w: this.#size.value.w / zoom, h: this.#size.value.h / zoom }
    })
  }

  get state(): ReadonlySignal<CameraState> {
    return this.#state
  }

  get size(): ReadonlySignal<ViewSize> {
    return this.#size
  }

  toPage(at: Vec): Vec {
    const { x, y, zoom } = this.#state.peek()
    return { x: x + at.x / zoom, y: y + at.y / zoom }
  }

  toScreen(point: Vec): Vec {
    const { x, y, zoom } = this.#state.peek()
    return { x: (point.x - x) * zoom, y: (point.y - y) * zoom }
  }

  /** Centre of the view, CSS pixels. */
  middle(): Vec {
    const { w, h } = this.#size.peek()
    return { x: w / 2, y: h / 2 }
  }

  set(next: CameraState): void {
    this.#animation.stop()
    this.#target = undefined
    if (Number.isFinite(next.x) && Number.isFinite(next.y) && Number.isFinite(next.zoom)) this.#write(next)
  }

  /** Moves to the target with a short animation; immediately with reduced motion. */
  animateTo(target: CameraState): void {
    const size = this.#size.peek()
    if (this.#parts.reducedMotion?.() || size.w === 0) return this.set(target)
    const from = this.#state.peek()
    this.#target = target
    this.#animation.start((t) => {
      if (t >= 1) this.#target = undefined
      this.#write(t < 1 ? blend(from, target, this.#size.peek(), t) : target)
    })
  }

  resize(next: ViewSize): void {
    if (next.w === this.#size.peek().w && next.h === this.#size.peek().h) return
    batch(() => {
      this.#size.value = next
      if (next.w === 0 || next.h === 0) return
      this.#showLater?.()
      this.#showLater = undefined
    })
  }

  /** Pans by CSS pixels in the direction of the drag. */
  panBy(dx: number, dy: number): void {
    this.#parts.onNavigate?.()
    const { x, y, zoom } = this.#state.peek()
    this.set({ x: x - dx / zoom, y: y - dy / zoom, zoom })
  }

  /** Moves the centre of the view to a point of the page, without animation. */
  centreOn(at: Vec): void {
    this.#parts.onNavigate?.()
    const { zoom } = this.#state.peek()
    const { w, h } = this.#size.peek()
    this.set({ x: at.x - w / zoom / 2, y: at.y - h / zoom / 2, zoom })
  }

  /** Zooms so that the page point under `at` (CSS pixels of the view) stays in place. */
  zoomBy(factor: number, at: Vec = this.middle()): void {
    this.#parts.onNavigate?.()
    const state = this.#state.peek()
    this.set(zoomedAround(state, state.zoom * factor, at))
  }

  zoomTo(zoom: number, at: Vec = this.middle()): void {
    this.#parts.onNavigate?.()
    this.animateTo(zoomedAround(this.#state.peek(), zoom, at))
  }

  /** One zoom step of a key or button. Repeated steps count from the target of the running animation. */
  stepZoom(factor: number): void {
    this.#parts.onNavigate?.()
    const from = this.#target ?? this.#state.peek()
    this.animateTo(zoomedAround(from, from.zoom * factor, this.middle()))
  }

  /** Fits the box into the view, with a zoom of at most `atMost`. */
  fit(box: Box, atMost = 1): void {
    this.#parts.onNavigate?.()
    this.animateTo(fitted(box, this.#size.peek(), atMost))
  }

  /** Fits the box into the view at any zoom and without a margin. */
  fill(box: Box): void {
    this.#parts.onNavigate?.()
    this.animateTo(fitted(box, this.#size.peek(), Infinity, 0))
  }

  /** Shows the area that another user sees, at any zoom. */
  follow(box: Box): void {
    this.animateTo(fitted(box, this.#size.peek(), Infinity))
  }

  /** Scrolls as little as necessary to show the box. */
  reveal(box: Box): void {
    const { zoom } = this.#state.peek()
    const seen = this.visible.peek()
    if (box.w > seen.w || box.h > seen.h) return this.fit(box, zoom)
    const x = clamp(seen.x, box.x + box.w - seen.w, box.x)
    const y = clamp(seen.y, box.y + box.h - seen.h, box.y)
    if (x === seen.x && y === seen.y) return
    this.#parts.onNavigate?.()
    this.animateTo({ x, y, zoom })
  }

  /** What a page would show with its stored camera, page units; undefined without one, or if the view has no size. */
  getStored(page: RecordId): Box | undefined {
    const saved = this.#parts.store.load(page)
    const { w, h } = this.#size.peek()
    return saved && w > 0 ? { x: saved.x, y: saved.y, w: w / saved.zoom, h: h / saved.zoom } : undefined
  }

  /** Opens a page with its stored camera, else fits `content`. */
  open(page: RecordId, content: Box | undefined): void {
    batch(() => {
      this.#saveNow()
      this.#page = page
      this.#showLater = undefined
      const saved = this.#parts.store.load(page)
      const { w, h } = this.#size.peek()
      if (saved) this.set(saved)
      else if (w > 0 && h > 0) this.#show(content)
      else this.#showLater = () => this.#show(content)
    })
  }

  /** Saves pending changes; called when the board closes. */
  flush(): void {
    this.#save.cancel()
    this.#animation.stop()
    this.#target = undefined
    this.#saveNow()
  }

  /** Fits the content, or centres the origin on an empty page. */
  #show(content: Box | undefined): void {
    const size = this.#size.peek()
    this.set(content ? fitted(content, size, 1) : { x: -size.w / 2, y: -size.h / 2, zoom: 1 })
  }

  #write(next: CameraState): void {
    const zoom = clamp(next.zoom, zoomLimits.min, zoomLimits.max)
    this.#state.value = { x: next.x, y: next.y, zoom }
    this.#save.call()
  }

  #saveNow(): void {
    // A camera that was never shown is not saved.
    if (this.#page !== undefined && !this.#showLater) this.#parts.store.save(this.#page, this.#state.peek())
  }
}

function zoomedAround(from: CameraState, zoom: number, at: Vec): CameraState {
  const next = clamp(zoom, zoomLimits.min, zoomLimits.max)
  return {
    x: from.x + at.x / from.zoom - at.x / next,
    y: from.y + at.y / from.zoom - at.y / next,
    zoom: next,
  }
}

function fitted(box: Box, view: ViewSize, atMost: number, margin = fitMargin): CameraState {
  const room = { w: Math.max(1, view.w - 2 * margin), h: Math.max(1, view.h - 2 * margin) }
  const zoom = clamp(
    Math.min(atMost, room.w / Math.max(box.w, 1e-6), room.h / Math.max(box.h, 1e-6)),
    zoomLimits.min,
    zoomLimits.max,
  )
  const centre = getCentre(box)
  return { x: centre.x - view.w / zoom / 2, y: centre.y - view.h / zoom / 2, zoom }
}

/**
 * Interpolates between two cameras, so that the centre of the view moves in a straight line and the zoom changes
 * at a constant ratio.
 */
function blend(from: CameraState, to: CameraState, view: ViewSize, t: number): CameraState {
  const zoom = from.zoom * (to.zoom / from.zoom) ** t
  const mid = (c: CameraState): Vec => ({ x: c.x + view.w / c.zoom / 2, y: c.y + view.h / c.zoom / 2 })
  const a = mid(from)
  const b = mid(to)
  // Interpolating by inverse zoom keeps the path straight in screen space.
  const s = to.zoom === from.zoom ? t : (1 / from.zoom - 1 / zoom) / (1 / from.zoom - 1 / to.zoom)
  return {
    x: a.x + (b.x - a.x) * s - view.w / zoom / 2,
    y: a.y + (b.y - a.y) * s - view.h / zoom / 2,
    zoom,
  }
}
