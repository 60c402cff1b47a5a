import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-core'
import type { RecordId } from '../../document/model/record.ts'
import type { Box } from '../../geometry/box.ts'
import { getCentre } from '../../geometry/box.ts'
import { clamp, type Vec } from '../../geometry/vec.ts'
import { throttle, type Clock } from '../clock.ts'

/** What part of a page is looked at: the page point in the view's top left corner, and CSS pixels per page unit. */
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

/** Where cameras are kept between visits, one per page (`boardTransform`, spec §3). */
export interface CameraStore {
  load(page: RecordId): CameraState | undefined
  save(page: RecordId, camera: CameraState): void
}

export const zoomLimits = { min: 0.02, max: 40 } as const

/** Room left around what is fitted into the view, CSS pixels. */
const fitMargin = 64
const glideMs = 160
const saveEveryMs = 400

export type Camera = ReturnType<typeof createCamera>

/** The way of looking at a page. Wheel, keys and gestures only write it; pictures only read it. */
export function createCamera(
  clock: Clock,
  store: CameraStore,
  reducedMotion: () => boolean = () => false,
  /** The person moved the view themselves, by whatever means. */
  onNavigate: () => void = () => undefined,
) {
  const state = signal<CameraState>({ x: 0, y: 0, zoom: 1 })
  const size = signal<ViewSize>({ w: 0, h: 0 })
  let page: RecordId | undefined
  /** A page opened before the view had a size: placed as soon as it has one. */
  let position: (() => void) | undefined
  let stopGlide: (() => void) | undefined
  const save = throttle(clock, saveEveryMs, () => {
    if (page !== undefined) store.save(page, state.peek())
  })

  const write = (next: CameraState): void => {
    state.value = { x: next.x, y: next.y, zoom: clamp(next.zoom, zoomLimits.min, zoomLimits.max) }
    save.call()
  }
  const set = (next: CameraState): void => {
    stopGlide?.()
    stopGlide = undefined
    if (Number.isFinite(next.x) && Number.isFinite(next.y) && Number.isFinite(next.zoom)) write(next)
  }
  const toPage = (at: Vec): Vec => {
    const { x, y, zoom } = state.peek()
    return { x: x + at.x / zoom, y: y + at.y / zoom }
  }
  /** Content as a whole, or the origin in the middle of the view. */
  const show = (content: Box | undefined): void => {
    const { w, h } = size.peek()
    set(content ? fitted(content, size.peek(), 1) : { x: -w / 2, y: -h / 2, zoom: 1 })
  }
  const middle = (): Vec => ({ x: size.peek().w / 2, y: size.peek().h / 2 })

  const visible: ReadonlySignal<Box> = computed(() => {
    const { x, y, zoom } = state.value
    return { x, y, w: size.value.w / zoom, h: size.value.h / zoom }
  })

  /** Goes there in a short, slowing move, which shows where the old view lies; at once with reduced motion. */
  const glideTo = (target: CameraState): void => {
    if (reducedMotion() || size.peek().w === 0) return set(target)
    stopGlide?.()
    const from = state.peek()
    const startMs = clock.now()
    const step = (nowMs: number): void => {
      const t = clamp((nowMs - startMs) / glideMs, 0, 1)
      const eased = 1 - (1 - t) ** 3
      stopGlide = t < 1 ? clock.frame(step) : undefined
      write(t < 1 ? blend(from, target, size.peek(), eased) : target)
    }
    stopGlide = clock.frame(step)
  }

  return {
    state: state as ReadonlySignal<CameraState>,
    size: size as ReadonlySignal<ViewSize>,
    visible,
    toPage,
    toScreen(point: Vec): Vec {
      const { x, y, zoom } = state.peek()
      return { x: (point.x - x) * zoom, y: (point.y - y) * zoom }
    },
    middle,
    set,
    glideTo,
    resize(next: ViewSize): void {
      if (next.w === size.peek().w && next.h === size.peek().h) return
      batch(() => {
        size.value = next
        if (next.w === 0 || next.h === 0) return
        position?.()
        position = undefined
      })
    },
    /** By CSS pixels, as a hand pushes paper. */
    panBy(dx: number, dy: number): void {
      onNavigate()
      const { x, y, zoom } = state.peek()
      set({ x: x - dx / zoom, y: y - dy / zoom, zoom })
    },
    /** Keeps the page point under `at` (CSS pixels in the view) where it is. */
    zoomBy(factor: number, at: Vec = middle()): void {
      onNavigate()
      set(zoomedAround(state.peek(), state.peek().zoom * factor, at))
    },
    zoomTo(zoom: number, at: Vec = middle()): void {
      onNavigate()
      glideTo(zoomedAround(state.peek(), zoom, at))
    },
    /** Shows the whole box, never larger than `atMost`. */
    fit(box: Box, atMost = 1): void {
      onNavigate()
      glideTo(fitted(box, size.peek(), atMost))
    },
    /** Shows what somebody else looks at, as large as they see it. */
    follow(box: Box): void {
      glideTo(fitted(box, size.peek(), Infinity))
    },
    /** Moves only as far as needed to bring the box into view. */
    reveal(box: Box): void {
      const seen = visible.peek()
      if (box.w > seen.w || box.h > seen.h) {
        onNavigate()
        return glideTo(fitted(box, size.peek(), state.peek().zoom))
      }
      const { zoom } = state.peek()
      const x = clamp(seen.x, box.x + box.w - seen.w, box.x)
      const y = clamp(seen.y, box.y + box.h - seen.h, box.y)
      if (x === seen.x && y === seen.y) return
      onNavigate()
      glideTo({ x, y, zoom })
    },
    /** Changes the page: back to how it was left, else to `content`. */
    open(nextPage: RecordId, content: Box | undefined): void {
      batch(() => {
        if (page !== undefined && !position) store.save(page, state.peek())
        page = nextPage
        const kept = store.load(nextPage)
        const { w, h } = size.peek()
        position = undefined
        if (kept) set(kept)
        else if (w > 0 && h > 0) show(content)
        else position = () => show(content)
      })
    },
    /** Writes what is not written yet; when the board closes. */
    flush(): void {
      save.cancel()
      stopGlide?.()
      if (page !== undefined && !position) store.save(page, state.peek())
    },
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

function fitted(box: Box, view: ViewSize, atMost: number): CameraState {
  const room = { w: Math.max(1, view.w - 2 * fitMargin), h: Math.max(1, view.h - 2 * fitMargin) }
  const zoom = clamp(
    Math.min(atMost, room.w / Math.max(box.w, 1e-6), room.h / Math.max(box.h, 1e-6)),
    zoomLimits.min,
    zoomLimits.max,
  )
  const centre = getCentre(box)
  return { x: centre.x - view.w / zoom / 2, y: centre.y - view.h / zoom / 2, zoom }
}

/** Between two cameras, so that the middle of the view travels in a straight line at a steady ratio of zoom. */
function blend(from: CameraState, to: CameraState, view: ViewSize, t: number): CameraState {
  const zoom = from.zoom * (to.zoom / from.zoom) ** t
  const mid = (c: CameraState): Vec => ({ x: c.x + view.w / c.zoom / 2, y: c.y + view.h / c.zoom / 2 })
  const a = mid(from)
  const b = mid(to)
  // In screen terms the distance still to go must shrink with the zoom, else the path bulges out of view.
  const s = to.zoom === from.zoom ? t : (1 / from.zoom - 1 / zoom) / (1 / from.zoom - 1 / to.zoom)
  return {
    x: a.x + (b.x - a.x) * s - view.w / zoom / 2,
    y: a.y + (b.y - a.y) * s - view.h / zoom / 2,
    zoom,
  }
}
