import { effect } from '@preact/signals-core'
import { shapes } from '@tavla/canvas'
import type { Board } from '@tavla/canvas'
import { clock } from '../../../platform/dom/clock.ts'
import { fitCanvas } from '../../../ui/fit-canvas.ts'
import {
  createPixelFilter,
  getMapBox,
  getMinimapLayout,
  getPagePoint,
  type MinimapLayout,
} from './minimap-layout.ts'

/** Changes of the board are drawn at most this often; the frame of the view follows at once. */
const redrawMs = 300

/** Kinds that hold others: only their outline is drawn. */
const containers: ReadonlySet<string> = new Set(
  shapes.filter(({ schema }) => schema.facets.container !== undefined).map(({ kind }) => kind),
)

/** Draws the page and the view on the canvas, and moves the view. */
export class MinimapView {
  readonly #context: CanvasRenderingContext2D
  readonly #board: Board
  readonly #disposers: (() => void)[]
  #layout: MinimapLayout | null = null
  /** The elements as drawn for this layout; null after they have changed. */
  #elements: { readonly bitmap: HTMLCanvasElement; readonly layout: MinimapLayout } | null = null
  #isDragging = false
  #cancelRedraw: (() => void) | undefined

  constructor(context: CanvasRenderingContext2D, board: Board) {
    this.#context = context
    this.#board = board
    const resized = new ResizeObserver(() => this.#draw())
    resized.observe(context.canvas)
    this.#disposers = [
      effect(() => {
        void board.viewport.visible.value
        this.#draw()
      }),
      effect(() => {
        void board.state.page.value
        this.refresh()
      }),
      board.document.observe(() => {
        this.#cancelRedraw ??= clock.after(redrawMs, () => this.refresh())
      }),
      () => resized.disconnect(),
    ]
  }

  /** Draws everything again, for example in another theme. */
  refresh(): void {
    this.#cancelRedraw?.()
    this.#cancelRedraw = undefined
    this.#elements = null
    this.#draw()
  }

  /** While dragging, the map keeps its area, so that it does not move under the pointer. */
  startDrag(): void {
    this.#isDragging = true
  }

  endDrag(): void {
    this.#isDragging = false
    this.#draw()
  }

  get isDragging(): boolean {
    return this.#isDragging
  }

  /** Centres the view on a point of the map, CSS pixels. */
  moveTo(x: number, y: number): void {
    if (this.#layout) this.#board.viewport.centreOn(getPagePoint(this.#layout, x, y))
  }

  dispose(): void {
    this.#cancelRedraw?.()
    for (const dispose of this.#disposers) dispose()
  }

  #draw(): void {
    const size = fitCanvas(this.#context)
    const page = this.#board.state.page.peek()
    const view = this.#board.viewport.visible.peek()
    if (size.width === 0 || view.w === 0 || page === null) return
    const extent = this.#board.scene.extent(page)
    if (!this.#isDragging || !this.#layout) this.#layout = getMinimapLayout(extent, view, size)
    const layout = this.#layout
    if (!this.#elements || !isSame(this.#elements.layout, layout))
      this.#elements = { bitmap: this.#drawElements(page, layout, size), layout }
    this.#context.clearRect(0, 0, size.width, size.height)
    this.#context.drawImage(this.#elements.bitmap, 0, 0, size.width, size.height)
    const { x, y, w, h } = getMapBox(layout, view)
    this.#context.strokeStyle = this.#getColor('--tavla-selection')
    this.#context.lineWidth = 1.5
    this.#context.strokeRect(x, y, w, h)
  }

  #drawElements(
    page: string,
    layout: MinimapLayout,
    size: { readonly width: number; readonly height: number; readonly scale: number },
  ): HTMLCanvasElement {
    const bitmap = document.createElement('canvas')
    bitmap.width = Math.round(size.width * size.scale)
    bitmap.height = Math.round(size.height * size.scale)
    const context = bitmap.getContext('2d')
    if (!context) return bitmap
    context.scale(size.scale, size.scale)
    const color = this.#getColor('--tavla-muted')
    context.fillStyle = color
    context.strokeStyle = color
    context.globalAlpha = 0.45
    const isNew = createPixelFilter(size)
    const { document: records, scene } = this.#board
    scene.index(page).search(layout.area, (id, bounds) => {
      const box = getMapBox(layout, bounds)
      if (containers.has(records.getUnmoved(id)?.kind ?? '')) context.strokeRect(box.x, box.y, box.w, box.h)
      else if (isNew(box)) context.fillRect(box.x, box.y, box.w, box.h)
    })
    return bitmap
  }

  #getColor(name: string): string {
    return getComputedStyle(this.#context.canvas).getPropertyValue(name)
  }
}

function isSame(a: MinimapLayout, b: MinimapLayout): boolean {
  return a.scale === b.scale && a.area.x === b.area.x && a.area.y === b.area.y
}
