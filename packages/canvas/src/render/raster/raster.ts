import type { RecordId } from '../../document/model/record.ts'
import type { Pen } from '../../pen.ts'
import type { ShapeView } from '../../shape.ts'
import type { Context2D } from '../pens/canvas-pen.ts'
import { getDetail } from '../detail.ts'
import { createBlockStore, type BlockStore } from './blocks/block-store.ts'
import { tileSize } from './tile-surface.ts'
import { BlockJob, PixelBufferPool } from './blocks/block-job.ts'
import { layerPart } from './element-slots.ts'
import { getPageBox, type LayerName, type RasterJob, type RasterStyle, type Region } from './raster-job.ts'
import type { RenderIndex } from './render-index.ts'
import { ShapeJob } from './shape-job.ts'

/** Paints regions of a page with the level of detail for their scale. */
export class Raster {
  readonly store: BlockStore
  readonly #renderIndex: RenderIndex
  readonly #draggedView: ShapeView
  readonly #createPen: (context: Context2D) => Pen
  readonly #buffers = new PixelBufferPool()
  #drawing: RecordId | undefined
  #style: RasterStyle = { theme: 'light', paper: '#ffffff', gridColor: '#cccccc', grid: null }

  /**
   * `draggedView` has dragged elements at their original position: they are painted there and moved as a bitmap.
   */
  constructor(renderIndex: RenderIndex, draggedView: ShapeView, createPen: (context: Context2D) => Pen) {
    this.#renderIndex = renderIndex
    this.#draggedView = draggedView
    this.#createPen = createPen
    this.store = createBlockStore(renderIndex, draggedView)
  }

  /** The element that is being drawn, or was drawn last. */
  get drawing(): RecordId | undefined {
    return this.#drawing
  }

  setStyle(style: RasterStyle): void {
    this.#style = style
    this.store.setTheme(style.theme)
  }

  /** Clears a tile: to the paper colour, or transparent. */
  clear(context: Context2D, layerName: LayerName): void {
    context.setTransform(1, 0, 0, 1, 0, 0)
    if (layerName === 'dragged') return context.clearRect(0, 0, tileSize, tileSize)
    context.fillStyle = this.#style.paper
    context.fillRect(0, 0, tileSize, tileSize)
  }

  /** Visible elements of a region in stacking order. */
  find(region: Region, layerName: LayerName): Uint32Array {
    const index = this.#renderIndex
    const all = index.search(getPageBox(region))
    const slots = new Uint32Array(all.length)
    const part = layerName === 'dragged' ? layerPart.dragged : layerPart.base
    let n = 0
    for (const slot of all) if (index.getPart(slot) === part) slots[n++] = slot
    return slots.subarray(0, n)
  }

  start(context: Context2D, region: Region, layerName: LayerName): RasterJob {
    const slots = this.find(region, layerName)
    const detail = getDetail(region.scale)
    const common = {
      context,
      region,
      layerName,
      slots,
      renderIndex: this.#renderIndex,
      style: this.#style,
      view: layerName === 'dragged' ? this.#draggedView : this.#renderIndex.view,
      createPen: this.#createPen,
      onDraw: (id: RecordId | undefined) => (this.#drawing = id),
    }
    if (detail === 'blocks') return new BlockJob({ ...common, store: this.store, buffers: this.#buffers })
    return new ShapeJob({ ...common, detail })
  }
}
