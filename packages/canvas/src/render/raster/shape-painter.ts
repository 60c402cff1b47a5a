import type { RecordId } from '../../document/model/record.ts'
import type { Pen, RenderOptions } from '../../pen.ts'
import type { ShapeView } from '../../shape.ts'
import type { Context2D } from '../pens/canvas-pen.ts'
import type { Region } from './raster-job.ts'
import type { RenderIndex } from './render-index.ts'

export interface ShapePainterParts {
  readonly context: Context2D
  readonly region: Region
  readonly renderIndex: RenderIndex
  readonly view: ShapeView
  readonly options: RenderOptions
  readonly createPen: (context: Context2D) => Pen
  /** Called before each element. */
  readonly onDraw: (id: RecordId | undefined) => void
}

/** Lets elements draw themselves with the canvas pen, each within its frames. */
export class ShapePainter {
  readonly #parts: ShapePainterParts
  readonly #pen: Pen
  #clipSlot = -1

  /** Limits the context to the region, until `end`. `paintUnder` draws what is under the elements, in pixels. */
  constructor(parts: ShapePainterParts, paintUnder: () => void = () => {}) {
    const { context, region, createPen } = parts
    const { rect, scale, left, top } = region
    this.#parts = parts
    context.save()
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.beginPath()
    context.rect(rect.left, rect.top, rect.right - rect.left, rect.bottom - rect.top)
    context.clip()
    paintUnder()
    context.setTransform(scale, 0, 0, scale, -left, -top)
    this.#pen = createPen(context)
  }

  draw(slot: number): void {
    const { renderIndex, view, options, onDraw } = this.#parts
    const clipSlot = renderIndex.getClip(slot)
    if (clipSlot !== this.#clipSlot) {
      if (this.#clipSlot !== -1) this.#pen.restore()
      this.#clipSlot = clipSlot
      if (clipSlot !== -1) this.#clip(clipSlot)
    }
    const record = renderIndex.getRecord(slot)
    onDraw(record?.id)
    if (record) renderIndex.getShape(slot)?.draw(this.#pen, record, view, options)
  }

  end(): void {
    if (this.#clipSlot !== -1) this.#pen.restore()
    this.#parts.context.restore()
  }

  /** One `save`, then a clip per enclosing frame, ended by one `restore`. */
  #clip(slot: number): void {
    const { renderIndex } = this.#parts
    this.#pen.save()
    for (let frame = slot; frame !== -1; frame = renderIndex.getClip(frame))
      this.#pen.clip(renderIndex.getClipBox(frame))
  }
}
