import type { Context2D } from '../pens/canvas-pen.ts'
import { fillRect, paintBlocks, type PixelBuffer, type PixelRect } from './block-raster.ts'
import type { BlockStore } from './block-store.ts'
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
const slice = 100

/** A reusable pixel buffer, used by one job at a time. */
export class PixelBufferPool {
  #spare: Uint32Array<ArrayBuffer> | undefined

  take(count: number): Uint32Array<ArrayBuffer> {
    const pixels = this.#spare && this.#spare.length >= count ? this.#spare : new Uint32Array(count)
    this.#spare = undefined
    return pixels
  }

  give(pixels: Uint32Array<ArrayBuffer>): void {
    this.#spare = pixels
  }
}

export interface BlockJobParts {
  readonly context: Context2D
  readonly region: Region
  readonly layerName: LayerName
  readonly slots: Uint32Array
  readonly renderIndex: RenderIndex
  readonly store: BlockStore
  readonly style: RasterStyle
  readonly source: PixelBufferPool
}

/** Paints a region at a small scale: elements as coloured blocks, written to a pixel buffer without a canvas. */
export class BlockJob implements RasterJob {
  readonly costMs: number
  readonly #parts: BlockJobParts
  /** The whole buffer. */
  readonly #whole: PixelRect
  /** Offset from the page's device pixels to the buffer's. */
  readonly #dx: number
  readonly #dy: number
  #buffer: PixelBuffer | undefined
  #next = 0
  /** Frame of the element painted last, and its clip rectangle. */
  #clipSlot = -1
  #clip: PixelRect

  constructor(parts: BlockJobParts) {
    const { left, top, rect } = parts.region
    this.#parts = parts
    this.costMs = parts.slots.length * elementMs.blocks
    this.#whole = { left: 0, top: 0, right: rect.right - rect.left, bottom: rect.bottom - rect.top }
    this.#dx = -left - rect.left
    this.#dy = -top - rect.top
    this.#clip = this.#whole
  }

  step(meter: Meter): boolean {
    const { context, region, slots, source } = this.#parts
    const buffer = (this.#buffer ??= this.#begin())
    while (this.#next < slots.length) {
      const end = Math.min(slots.length, this.#next + slice)
      meter.spend((end - this.#next) * elementMs.blocks)
      while (this.#next < end) this.#paint(buffer, slots[this.#next++]!)
      if (this.#next < slots.length && meter.isOver()) return false
    }
    const { width, height, pixels } = buffer
    const bytes = new Uint8ClampedArray(pixels.buffer, 0, width * height * 4)
    context.putImageData(new ImageData(bytes, width, height), region.rect.left, region.rect.top)
    source.give(pixels)
    return true
  }

  #begin(): PixelBuffer {
    const { region, layerName, style, source } = this.#parts
    const { right: width, bottom: height } = this.#whole
    const pixels = source.take(width * height)
    const buffer = { width, height, pixels }
    fillRect(buffer, this.#whole, layerName === 'static' ? opaquePixel(style.paper) : 0)
    if (layerName !== 'static') return buffer
    const color = opaquePixel(style.gridColor)
    eachGridDot(region, style.grid, (x, y) => {
      const px = x - region.rect.left
      const py = y - region.rect.top
      if (px >= 0 && py >= 0 && px < width && py < height) pixels[py * width + px] = color
    })
    return buffer
  }

  #paint(buffer: PixelBuffer, slot: number): void {
    const { renderIndex, store, region } = this.#parts
    if (renderIndex.getClip(slot) !== this.#clipSlot) {
      this.#clipSlot = renderIndex.getClip(slot)
      this.#clip = this.#getPixelClip(this.#clipSlot)
    }
    const clip = this.#clip
    const count = store.getCount(slot)
    if (count === 0 || clip.left >= clip.right || clip.top >= clip.bottom) return
    const x = renderIndex.getLeft(slot) * region.scale + this.#dx
    const y = renderIndex.getTop(slot) * region.scale + this.#dy
    paintBlocks(buffer, clip, store.data, store.colors, store.getStart(slot), count, region.scale, x, y)
  }

  /** Intersection of the clip rectangles of all enclosing frames. */
  #getPixelClip(slot: number): PixelRect {
    const { renderIndex, region } = this.#parts
    const { scale } = region
    const [dx, dy] = [this.#dx, this.#dy]
    const clip = { ...this.#whole }
    for (let frame = slot; frame !== -1; frame = renderIndex.getClip(frame)) {
      const box = renderIndex.getClipBox(frame)
      clip.left = Math.max(clip.left, Math.round(box.x * scale + dx))
      clip.top = Math.max(clip.top, Math.round(box.y * scale + dy))
      clip.right = Math.min(clip.right, Math.round((box.x + box.w) * scale + dx))
      clip.bottom = Math.min(clip.bottom, Math.round((box.y + box.h) * scale + dy))
    }
    return clip
  }
}

function opaquePixel(hex: string): number {
  const rgb = Number.parseInt(hex.slice(1, 7), 16)
  return (0xff000000 | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0
}
