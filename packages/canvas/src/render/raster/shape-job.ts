import { eachGridDot } from './grid.ts'
import { elementMs, type LayerName, type Meter, type RasterJob, type RasterStyle } from './raster-job.ts'
import { ShapePainter, type ShapePainterParts } from './shape-painter.ts'

/** Elements painted between two time checks. */
const slice = 24

export interface ShapeJobParts extends Omit<ShapePainterParts, 'options'> {
  readonly layerName: LayerName
  readonly slots: Uint32Array
  readonly detail: 'full' | 'plain'
  readonly style: RasterStyle
}

/** Paints a region at a large scale: shapes draw themselves with the canvas pen. */
export class ShapeJob implements RasterJob {
  readonly costMs: number
  readonly #parts: ShapeJobParts
  #painter: ShapePainter | undefined
  #next = 0

  constructor(parts: ShapeJobParts) {
    this.#parts = parts
    this.costMs = parts.slots.length * elementMs[parts.detail]
  }

  step(meter: Meter): boolean {
    const { slots, detail } = this.#parts
    const painter = (this.#painter ??= this.#begin())
    while (this.#next < slots.length) {
      painter.draw(slots[this.#next++]!)
      meter.spend(elementMs[detail])
      if (this.#next % slice === 0 && this.#next < slots.length && meter.isOver()) return false
    }
    painter.end()
    return true
  }

  #begin(): ShapePainter {
    const { region, style, detail } = this.#parts
    const options = { scale: region.scale, theme: style.theme, detail }
    return new ShapePainter({ ...this.#parts, options }, () => this.#paintPaper())
  }

  #paintPaper(): void {
    const { context, region, layerName, style } = this.#parts
    const { rect, scale } = region
    const [width, height] = [rect.right - rect.left, rect.bottom - rect.top]
    if (layerName === 'dragged') return context.clearRect(rect.left, rect.top, width, height)
    context.fillStyle = style.paper
    context.fillRect(rect.left, rect.top, width, height)
    context.fillStyle = style.gridColor
    const size = Math.max(1, Math.round(Math.min(2, scale * 1.5)))
    eachGridDot(region, style.grid, (x, y) => context.fillRect(x, y, size, size))
  }
}
