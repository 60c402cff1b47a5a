import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals-core'
import { createKeysBetween, isBelow } from '../document/model/order-keys.ts'
import type {
  BoardRecord,
  BoardChange,
  ElementRecord,
  LiveDocument,
  Move,
  RecordId,
  StrokePiece,
} from '../document/model/record.ts'
import { createBoardChange } from '../document/model/document-change.ts'
import { encodePiece } from '../document/model/stroke-points.ts'
import type { CameraState } from '../editor/view/camera.ts'
import type { Clock } from '../editor/clock.ts'
import type { Drag } from '../editor/view/drag.ts'
import type { Overlay } from '../editor/view/overlay.ts'
import { createExportView } from '../export/export-view.ts'
import type { MeasureText } from '../shape.ts'
import { boardColors } from '../shapes/shared/palette.ts'
import { getBinding, getElement, shapesByKind } from '../shapes/testing/records.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { seededRandom } from '../testing/random.ts'
import { richText } from '../text/testing.ts'
import { createCanvasPen } from './pens/canvas-pen.ts'
import { getDetail } from './detail.ts'
import { createMeasure } from './measure.ts'
import type { ImageWorkerOptions } from './images/image-decoder.ts'
import type { RasterWorkerOptions } from './raster/remote-raster.ts'
import { createRenderer } from './renderer.ts'
import type { Surface } from './surface.ts'

/** A document for renderer tests that can be modified. */
export interface TestDocument extends LiveDocument {
  readonly drag: ReadonlySignal<Drag | null>
  /** Starts, updates or cancels a drag; attached connectors are reported as changed. */
  hold(drag: Drag | null): void
  /** Replaces records and reports the change once. */
  put(records: readonly BoardRecord[]): void
  remove(ids: readonly RecordId[]): void
  /** Another user's large move. */
  move(move: Move): void
  /** Drops the dragged elements and stores their positions, as a gesture does. */
  drop(): void
}

const stroke = encodePiece(
  Array.from({ length: 40 }, (_, i) => ({ x: i * 2, y: 20 + 15 * Math.sin(i / 4), pressure: 0.5 })),
)

/** Various elements whose stacking order is unrelated to their positions. */
export function getField(count: number, seed = 7): BoardRecord[] {
  const random = seededRandom(seed)
  const columns = Math.ceil(Math.sqrt(count * 1.5))
  const order = createKeysBetween(null, null, count, random)
  const kinds = ['rect', 'ellipse', 'sticky', 'pen', 'text', 'connector'] as const
  const fills = ['blue', 'green', 'yellow', 'red', 'violet', 'orange']
  const cells = Array.from({ length: count }, (_, i) => ({ i, key: random() })).sort((a, b) => a.key - b.key)
  return cells.flatMap(({ i }, n): BoardRecord[] => {
    const kind = kinds[i % kinds.length]!
    const position = {
      id: `e${i}`,
      z: order[n]!,
      x: (i % columns) * 90 + Math.round(random() * 30),
      y: Math.floor(i / columns) * 76 + Math.round(random() * 30),
      w: 84,
      h: kind === 'text' ? 24 : 64,
      r: i % 7 === 0 ? 20 : 0,
    }
    const fill = fills[i % fills.length]
    const element = getElement(kind, {
      ...position,
      fill,
      text: kind === 'pen' ? null : richText(`plan ${i}`),
      size: 12,
    })
    if (kind !== 'connector' || i < 6) return [element]
    return [element, getBinding(element.id, 'start', `e${i - 5}`), getBinding(element.id, 'end', `e${i - 4}`)]
  })
}

/** The editor reports up to this many moved elements individually. */
const announcedOneByOne = 256

export function testDocument(records: readonly BoardRecord[]): TestDocument {
  const byId = new Map(records.map((record) => [record.id, record]))
  const listeners = new Set<(change: BoardChange) => void>()
  const drag = signal<Drag | null>(null)
  let children: Map<RecordId | null, RecordId[]> | undefined
  let bindings: Map<RecordId, RecordId[]> | undefined
  const grouped = (getKeys: (record: BoardRecord) => readonly unknown[]): Map<never, RecordId[]> => {
    const groups = new Map<unknown, RecordId[]>()
    for (const record of byId.values()) {
      for (const key of getKeys(record)) groups.set(key, [...(groups.get(key) ?? []), record.id])
    }
    return groups as Map<never, RecordId[]>
  }
  const getChildren = (): Map<RecordId | null, RecordId[]> => {
    if (children) return children
    children = grouped((record) => [record.parent])
    const isBelowSibling = (a: BoardRecord, b: BoardRecord): boolean => isBelow(a.id, a.z, b.id, b.z)
    for (const ids of children.values())
      ids.sort((a, b) => (isBelowSibling(byId.get(a)!, byId.get(b)!) ? -1 : 1))
    return children
  }
  const announce = (ids: Iterable<RecordId>, moves: readonly Move[] = []): void => {
    children = undefined
    bindings = undefined
    const change = createBoardChange(new Set(ids), moves)
    for (const listener of listeners) listener(change)
  }
  const listAttached = (ids: ReadonlySet<RecordId>): RecordId[] => {
    const connectors = [...byId.values()].flatMap((record) =>
      record.kind === 'binding' && ids.has(String(record['target'])) ? [String(record.parent)] : [],
    )
    return connectors.filter((id) => !ids.has(id))
  }
  const document: TestDocument = {
    drag,
    get size() {
      return byId.size
    },
    get(id) {
      const record = byId.get(id)
      const up = drag.peek()
      return record && up?.ids.has(id) === true ? movedBy(record, up) : record
    },
    getUnmoved: (id) => byId.get(id),
    each(ids, visit) {
      for (const id of ids) visit(byId.get(id), id)
    },
    suggestionIds: () => new Set(),
    targets: () =>
      new Set(
        [...byId.values()].flatMap((record) => (record.kind === 'binding' ? [String(record['target'])] : [])),
      ),
    childIds: (parent) => getChildren().get(parent) ?? [],
    pieces: (id): readonly StrokePiece[] => (byId.get(id)?.kind === 'pen' ? [stroke] : []),
    getBindings(id) {
      bindings ??= grouped((record) =>
        record.kind === 'binding' ? [...new Set([record.parent, record['target']])] : [],
      )
      return bindings.get(id) ?? []
    },
    ids: () => byId.keys(),
    observe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    put(changed) {
      for (const record of changed) byId.set(record.id, record)
      announce(changed.map((record) => record.id))
    },
    move({ ids, dx, dy }) {
      const moved = new Set(ids)
      for (const id of ids) byId.set(id, movedBy(byId.get(id)!, { ids: moved, dx, dy }))
      announce(listAttached(moved), [{ ids, dx, dy }])
    },
    remove(ids) {
      for (const id of ids) byId.delete(id)
      announce(ids)
    },
    hold(next) {
      const isDragging = next?.ids ?? drag.peek()?.ids ?? new Set()
      drag.value = next
      announce(listAttached(isDragging))
    },
    drop() {
      const up = drag.peek()
      if (!up) return
      for (const id of up.ids) {
        const record = byId.get(id)
        if (record) byId.set(id, movedBy(record, up))
      }
      batch(() => {
        drag.value = null
        const ids = [...up.ids]
        if (ids.length <= announcedOneByOne) announce([...ids, ...listAttached(up.ids)])
        else announce(listAttached(up.ids), [{ ids, dx: up.dx, dy: up.dy }])
      })
    },
  }
  return document
}

function movedBy(record: BoardRecord, { dx, dy }: Drag): BoardRecord {
  const { x, y } = record
  return typeof x === 'number' && typeof y === 'number' ? { ...record, x: x + dx, y: y + dy } : record
}

/** A clock that counts pending frames and timers. */
export interface CountedClock extends Clock {
  tick(ms: number): void
  /** Timers and frames that are scheduled. */
  readonly waiting: number
  readonly waitingFrames: number
}

function countedClock(): CountedClock {
  const clock = createFakeClock()
  const waiting = { frames: 0, timers: 0 }
  const counted = (kind: 'frames' | 'timers', start: (done: () => void) => () => void): (() => void) => {
    let isOpen = true
    const close = (): void => {
      if (isOpen) waiting[kind]--
      isOpen = false
    }
    waiting[kind]++
    const cancel = start(close)
    return () => {
      close()
      cancel()
    }
  }
  return {
    now: clock.now,
    tick: clock.tick,
    get waiting() {
      return waiting.frames + waiting.timers
    },
    get waitingFrames() {
      return waiting.frames
    },
    frame: (run) =>
      counted('frames', (done) =>
        clock.frame((nowMs) => {
          done()
          run(nowMs)
        }),
      ),
    after: (delayMs, run) =>
      counted('timers', (done) =>
        clock.after(delayMs, () => {
          done()
          run()
        }),
      ),
  }
}

export interface Bench {
  readonly surface: Surface
  readonly host: HTMLElement
  readonly document: TestDocument
  readonly camera: Signal<CameraState>
  readonly size: Signal<{ w: number; h: number }>
  readonly overlay: Signal<Overlay>
  readonly page: Signal<RecordId | null>
  readonly theme: Signal<'light' | 'dark'>
  readonly clock: CountedClock
  /** Runs one frame. */
  frame(): void
  /** Runs frames until the renderer is idle. */
  rest(): void
  /** The scene canvas, without the overlay. */
  pixels(): ImageData
  dispose(): void
}

export interface BenchOptions {
  readonly camera?: CameraState
  readonly size?: { w: number; h: number }
  readonly imageUrl?: (fileId: string, widthPx: number) => string | Promise<string>
  readonly readAnimation?: (fileId: string) => Promise<Blob | null>
  readonly reducedMotion?: boolean
  readonly help?: RasterWorkerOptions
  readonly imageWorker?: ImageWorkerOptions
}

export const emptyOverlay: Overlay = {
  frame: null,
  marksHidden: false,
  edges: [],
  hovered: null,
  marquee: null,
  guides: [],
  gaps: [],
  connectHandles: null,
  bindTarget: null,
  dropTarget: null,
  readout: null,
  trails: [],
  found: [],
  foundCurrent: null,
  others: [],
  grid: null,
}

const { measure } = createMeasure()

/** A renderer with a fake clock. */
export function getBench(records: readonly BoardRecord[], options: BenchOptions = {}): Bench {
  const document = testDocument(records)
  const host = globalThis.document.createElement('div')
  const size = signal(options.size ?? { w: 900, h: 700 })
  host.style.cssText = `position: fixed; inset: 0 auto auto 0; width: ${size.value.w}px; height: ${size.value.h}px`
  globalThis.document.body.append(host)
  const camera = signal<CameraState>(options.camera ?? { x: 0, y: 0, zoom: 1 })
  const overlay = signal(emptyOverlay)
  const page = signal<RecordId | null>('page')
  const theme = signal<'light' | 'dark'>('light')
  const clock = countedClock()
  const surface = createRenderer({
    host,
    document,
    shapes: shapesByKind,
    view: createExportView(document, shapesByKind, measure),
    page,
    camera,
    size,
    drag: document.drag,
    overlay,
    getEdge: () => undefined,
    getCaret: () => undefined,
    theme,
    imageUrl: options.imageUrl ?? (() => ''),
    readAnimation: options.readAnimation ?? (() => Promise.resolve(null)),
    reducedMotion: () => options.reducedMotion ?? false,
    clock,
    ...(options.help && { help: options.help }),
    ...(options.imageWorker && { imageWorker: options.imageWorker }),
  })
  return {
    surface,
    host,
    document,
    camera,
    size,
    overlay,
    page,
    theme,
    clock,
    frame: () => clock.tick(16),
    rest() {
      for (let i = 0; clock.waiting > 0; i++) {
        if (i > 3000) throw new Error('it never rests')
        clock.tick(16)
      }
    },
    pixels() {
      const canvas = host.querySelector('canvas')!
      return canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    },
    dispose() {
      surface.dispose()
      host.remove()
    },
  }
}

/** The same view drawn directly on a canvas; only for scales at which shapes draw themselves. */
export function drawnDirectly(
  { document, camera, size }: Bench,
  dpr = 1,
  measured: MeasureText = measure,
): ImageData {
  const { x, y, zoom } = camera.peek()
  const { w, h } = size.peek()
  const canvas = new OffscreenCanvas(w * dpr, h * dpr)
  const context = canvas.getContext('2d', { alpha: false })!
  context.fillStyle = boardColors.light.paper
  context.fillRect(0, 0, canvas.width, canvas.height)
  const scale = zoom * dpr
  context.setTransform(scale, 0, 0, scale, -Math.round(x * scale), -Math.round(y * scale))
  const pen = createCanvasPen(context, { get: () => undefined })
  const view = createExportView(document, shapesByKind, measured)
  const options = { scale, theme: 'light', detail: getDetail(scale) } as const
  for (const id of document.childIds('page')) {
    const record = document.get(id)
    if (record) shapesByKind.get(record.kind)?.draw(pen, record as ElementRecord, view, options)
  }
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

/** The same board as painted by a new renderer. */
export function drawnAfresh(bench: Bench): ImageData {
  const records = [...bench.document.ids()].map((id) => bench.document.get(id)!)
  const other = getBench(records, { camera: bench.camera.peek(), size: bench.size.peek() })
  other.rest()
  const pixels = other.pixels()
  other.dispose()
  return pixels
}

/**
 * Fraction of differing pixels, 0..1. Anti-aliasing differs slightly where a curve crosses the edge of a tile, so
 * up to `sameFraction` counts as equal.
 */
export function getDifference(a: ImageData, b: ImageData): number {
  if (a.width !== b.width || a.height !== b.height) return 1
  let count = 0
  for (let i = 0; i < a.data.length; i++) {
    if (Math.abs(a.data[i]! - b.data[i]!) <= 32) continue
    count++
    i |= 3
  }
  return (4 * count) / a.data.length
}

export const sameFraction = 0.0006

/** Pans to several positions, one view apart, and waits until idle at each. */
export function panAround(bench: Bench, positions: number): void {
  for (let i = 0; i < positions; i++) {
    bench.camera.value = { x: (i % 10) * 700, y: Math.floor(i / 10) * 600, zoom: 1 }
    bench.frame()
    bench.frame()
  }
  bench.rest()
}
