import type { RecordId } from '../../document/model/record.ts'
import type { RenderOptions, Pen } from '../../pen.ts'
import type { ShapeView } from '../../shape.ts'
import type { Context2D } from '../pens/canvas-pen.ts'
import { eachGridDot } from './grid.ts'
import {
  elementMs,
  type LayerName,
  type Meter,
  type RasterJob,
  type RasterStyle,
  type Region,
} from './raster-job.ts'
import type { RenderIndex } from './render-index.ts'

/** Elements painted between two time checks. */
const slice = 24

export interface ShapeJobParts {
  readonly context: Context2D
  readonly region: Region
  readonly layerName: LayerName
  readonly slots: Uint32Array
  readonly detail: 'full' | 'plain'
  readonly renderIndex: RenderIndex
  readonly view: ShapeView
  readonly style: RasterStyle
  readonly createPen: (context: Context2D) => Pen
  /** Called before each element. */
  readonly onDraw: (id: RecordId | undefined) => void
}

/** Paints a region at a large scale: shapes draw themselves with the canvas pen. */
export class ShapeJob implements RasterJob {
  readonly costMs: number
  readonly #parts: ShapeJobParts
  readonly #options: RenderOptions
  #pen: Pen | undefined
  #next = 0
  #clipSlot = -1

  constructor(parts: ShapeJobParts) {
    this.#parts = parts
    this.costMs = parts.slots.length * elementMs[parts.detail]
    this.#options = { scale: parts.region.scale, theme: parts.style.theme, detail: parts.detail }
  }

  step(meter: Meter): boolean {
    const { context, slots, detail } = this.#parts
    const pen = (this.#pen ??= this.#begin())
    while (this.#next < slots.length) {
      this.#draw(pen, slots[this.#next++]!)
      meter.spend(elementMs[detail])
      if (this.#next % slice === 0 && this.#next < slots.length && meter.isOver()) return false
    }
    if (this.#clipSlot !== -1) pen.restore()
    context.restore()
    return true
  }

  #begin(): Pen {
    const { context, region, layerName, style, createPen } = this.#parts
    const { rect, scale, left, top } = region
    const [width, height] = [rect.right - rect.left, rect.bottom - rect.top]
    context.save()
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.beginPath()
    context.rect(rect.left, rect.top, width, height)
    context.clip()
    if (layerName === 'dragged') context.clearRect(rect.left, rect.top, width, height)
    else {
      context.fillStyle = style.paper
      context.fillRect(rect.left, rect.top, width, height)
      context.fillStyle = style.gridColor
      const size = Math.max(1, Math.round(Math.min(2, scale * 1.5)))
      eachGridDot(region, style.grid, (x, y) => context.fillRect(x, y, size, size))
    }
    context.setTransform(scale, 0, 0, scale, -left, -top)
    return createPen(context)
  }

  #draw(pen: Pen, slot: number): void {
    const { renderIndex, view, onDraw } = this.#parts
    const clipSlot = renderIndex.getClip(slot)
    if (clipSlot !== this.#clipSlot) {
      if (this.#clipSlot !== -1) pen.restore()
      this.#clipSlot = clipSlot
      if (clipSlot !== -1) this.#clip(pen, clipSlot)
    }
    const record = renderIndex.getRecord(slot)
    onDraw(record?.id)
    if (record) renderIndex.getShape(slot)?.draw(pen, record, view, this.#options)
  }

  /** One `save`, then a clip per enclosing frame, ended by one `restore`. */
  #clip(pen: Pen, slot: number): void {
    const { renderIndex } = this.#parts
    pen.save()
    for (let frame = slot; frame !== -1; frame = renderIndex.getClip(frame))
      pen.clip(renderIndex.getClipBox(frame))
  }
}
