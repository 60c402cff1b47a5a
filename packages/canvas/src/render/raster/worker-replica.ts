import { signal } from '@preact/signals-core'
import type { RecordId } from '../../document/model/record.ts'
import { BoardState } from '../../document/state/state.ts'
import type { MeasureText, ShapeDefinition } from '../../shape.ts'
import { cssFont } from '../../text/fonts.ts'
import { watchUncovered } from '../../text/uncovered.ts'
import { createCanvasPen } from '../pens/canvas-pen.ts'
import { layerPart } from './element-slots.ts'
import { RenderIndex } from './render-index.ts'
import { createMeasure } from '../measure.ts'
import { Raster } from './raster.ts'
import type { Meter } from './raster-job.ts'
import type { RasterAnswer, RasterOrder, AnnouncedFont, MissingGlyphs } from './raster-orders.ts'
import { createSurfacePool, tileSize } from './tile-surface.ts'

export interface WorkerReplicaParts {
  readonly shapes: ReadonlyMap<string, ShapeDefinition>
  readonly addFont: (font: AnnouncedFont) => Promise<void>
  readonly answer: (answer: RasterAnswer, moved?: Transferable[]) => void
}

/**
 * The worker's side: stores the records of the current page and paints its tiles with the same code as the main
 * thread. It makes no requests of its own.
 */
export function createWorkerReplica({
  shapes,
  addFont,
  answer,
}: WorkerReplicaParts): (order: RasterOrder) => void {
  const characters = createGlyphs(createMeasure().measure)
  const surfaces = createSurfacePool(() => answer({ is: 'failed' }))

  let state = new BoardState()
  let hidden: readonly RecordId[] = []
  let hasImage = false
  const images = {
    get(): undefined {
      hasImage = true
    },
  }
  /** Unlimited, but stops at an image, which the worker cannot draw. */
  const meter: Meter = { spend() {}, isOver: () => hasImage }

  const createIndex = (): RenderIndex =>
    new RenderIndex({
      document: state,
      shapes,
      measure: characters.measure,
      drag: signal(null),
      onDirty() {},
    })
  const makeRaster = (): Raster =>
    new Raster(renderIndex, renderIndex.view, (context) => createCanvasPen(context, images))
  let renderIndex = createIndex()
  let raster = makeRaster()
  let style: Extract<RasterOrder, { do: 'look' }>['style'] | undefined

  const hide = (next: readonly RecordId[]): void => {
    const put = (id: RecordId, part: number): void => {
      const slot = renderIndex.getSlot(id)
      if (slot !== undefined) renderIndex.setPart(slot, part)
    }
    for (const id of hidden) put(id, layerPart.base)
    for (const id of next) put(id, layerPart.frame)
    hidden = next
  }
  const open = (): void => {
    state = new BoardState()
    renderIndex = createIndex()
    raster = makeRaster()
    hidden = []
    if (style) raster.setStyle(style)
  }
  const applyChanges = ({ put, removed }: Extract<RasterOrder, { do: 'tell' }>): void => {
    for (const { record, pieces } of put) state.write(record.id, { record, pieces, clock: {}, open: false })
    for (const id of removed) if (state.has(id)) state.write(id, undefined)
    if (renderIndex.page !== undefined)
      renderIndex.apply([], new Set([...put.map(({ record }) => record.id), ...removed]))
  }
  const addFonts = async (fonts: readonly AnnouncedFont[]): Promise<void> => {
    await Promise.all(fonts.map(addFont))
    answer({ is: 'ready' })
  }
  const paint = (job: Extract<RasterOrder, { do: 'paint' }>): void => {
    hide(job.hidden)
    hasImage = false
    const rect = { left: 0, top: 0, right: tileSize, bottom: tileSize }
    const region = { scale: job.scale, left: job.column * tileSize, top: job.row * tileSize, rect }
    const surface = surfaces.take(true)
    raster.start(surface.context, region, 'static').step(meter)
    const wanted = characters.take()
    if (wanted.length > 0) answer({ is: 'letters', wanted })
    const picture = hasImage ? undefined : surfaces.finish(surface, true)
    if (hasImage) surfaces.give(surface, true)
    answer({ is: 'painted', number: job.number, picture: picture ?? null }, picture ? [picture] : [])
  }

  let page: RecordId | undefined
  return (order) => {
    switch (order.do) {
      case 'fonts':
        addFonts(order.fonts).catch(() => answer({ is: 'failed' }))
        break
      case 'look':
        style = order.style
        raster.setStyle(style)
        break
      case 'open':
        open()
        page = order.page
        break
      case 'whole':
        if (page !== undefined) renderIndex.setPage(page)
        break
      case 'tell':
        applyChanges(order)
        break
      case 'paint':
        paint(order)
        break
    }
  }
}

/** Collects the measured characters per font style, each once; everything drawn was measured before. */
function createGlyphs(measure: MeasureText): { measure: MeasureText; take: () => MissingGlyphs[] } {
  const known = new Map<string, Set<string>>()
  let wanted = new Map<string, string>()
  const want = (font: string, text: string): void => {
    let seen = known.get(font)
    if (!seen) known.set(font, (seen = new Set()))
    for (const character of text) {
      if (seen.has(character)) continue
      seen.add(character)
      wanted.set(font, (wanted.get(font) ?? '') + character)
    }
  }
  // Their widths are fixed, so they are not measured.
  watchUncovered(async (text) => want('', text))
  return {
    measure(run) {
      want(cssFont(run, 16), run.text)
      return measure(run)
    },
    take() {
      const all = Array.from(wanted, ([font, text]) => ({ font, text }))
      wanted = new Map()
      return all
    },
  }
}
