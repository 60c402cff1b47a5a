import { eachGridDot } from '../grid.ts'
import { elementMs, type LayerName, type Meter, type RasterJob, type RasterStyle } from '../raster-job.ts'
import { ShapePainter, type ShapePainterParts } from '../shape-painter.ts'
import { release } from '../tile-surface.ts'
import { fillRect, paintBlocks, type PixelBuffer, type PixelRect } from './block-raster.ts'
import type { BlockStore } from './block-store.ts'
import { Stacking } from './stacking.ts'

/** Elements painted between two time checks. */
const slice = 100
/** An image with a side of at least this many device pixels is drawn; smaller ones are blocks of one colour. */
const smallestImagePx = 12

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

export interface BlockJobParts extends Omit<ShapePainterParts, 'options'> {
  readonly layerName: LayerName
  readonly slots: Uint32Array
  readonly store: BlockStore
  readonly style: RasterStyle
  readonly buffers: PixelBufferPool
}

/** Blocks, with images on them. */
interface Layer {
  /** Undefined when it is on the canvas. */
  buffer: PixelBuffer | undefined
  /** Slots of elements with images, in stacking order. */
  readonly images: number[]
}

/**
 * Paints a region at a small scale: elements as coloured blocks, written to a pixel buffer without a canvas. Only
 * elements with images that can be recognized draw themselves.
 */
export class BlockJob implements RasterJob {
  readonly costMs: number
  readonly #parts: BlockJobParts
  /** The whole buffer. */
  readonly #whole: PixelRect
  /** Offset from the page's device pixels to the buffer's. */
  readonly #dx: number
  readonly #dy: number
  #layers: Layer[] | undefined
  /** Created for the first image: without any, everything is in one layer. */
  #stacking: Stacking | undefined
  #next = 0
  /** Frame of the element painted last, and its clip rectangle. */
  #clipSlot = -1
  #clip: PixelRect
  #painter: ShapePainter | undefined
  /** The canvas has the first layer. */
  #hasComposed = false

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
    const { slots } = this.#parts
    const layers = (this.#layers ??= [this.#begin()])
    while (this.#next < slots.length) {
      const end = Math.min(slots.length, this.#next + slice)
      meter.spend((end - this.#next) * elementMs.blocks)
      while (this.#next < end) this.#paint(layers, slots[this.#next++]!)
      if (this.#next < slots.length && meter.isOver()) return false
    }
    return this.#compose(layers, meter)
  }

  #begin(): Layer {
    const { region, layerName, style } = this.#parts
    const buffer = this.#createBuffer(layerName === 'static' ? opaquePixel(style.paper) : 0)
    const layer = { buffer, images: [] }
    if (layerName !== 'static') return layer
    const { width, height, pixels } = buffer
    const color = opaquePixel(style.gridColor)
    eachGridDot(region, style.grid, (x, y) => {
      const px = x - region.rect.left
      const py = y - region.rect.top
      if (px >= 0 && py >= 0 && px < width && py < height) pixels[py * width + px] = color
    })
    return layer
  }

  #createBuffer(color: number): PixelBuffer {
    const { right: width, bottom: height } = this.#whole
    const buffer = { width, height, pixels: this.#parts.buffers.take(width * height) }
    fillRect(buffer, this.#whole, color)
    return buffer
  }

  #paint(layers: Layer[], slot: number): void {
    const { renderIndex, store, region } = this.#parts
    if (renderIndex.getClip(slot) !== this.#clipSlot) {
      this.#clipSlot = renderIndex.getClip(slot)
      this.#clip = this.#getPixelClip(this.#clipSlot)
    }
    const clip = this.#clip
    const count = store.getCount(slot)
    if (count === 0 || clip.left >= clip.right || clip.top >= clip.bottom) return
    const buffer = this.#getBuffer(layers, slot)
    if (!buffer) return
    const x = renderIndex.getLeft(slot) * region.scale + this.#dx
    const y = renderIndex.getTop(slot) * region.scale + this.#dy
    paintBlocks(buffer, clip, store.data, store.colors, store.getStart(slot), count, region.scale, x, y)
  }

  /** Where the blocks of an element belong; undefined for an image, which is added to its layer. */
  #getBuffer(layers: Layer[], slot: number): PixelBuffer | undefined {
    const { renderIndex, store, region } = this.#parts
    const { scale } = region
    const isImage = store.getImageSide(slot) * scale >= smallestImagePx
    if (!isImage && !this.#stacking) return layers[0]!.buffer
    this.#stacking ??= new Stacking(this.#whole.right, this.#whole.bottom)
    const box = renderIndex.getBox(slot)
    const [left, top] = [box.x * scale + this.#dx, box.y * scale + this.#dy]
    const area = [left - 1, top - 1, left + box.w * scale + 1, top + box.h * scale + 1] as const
    const under = isImage ? this.#stacking.addImage(...area) : undefined
    if (under !== undefined) {
      layers[under]!.images.push(slot)
      return undefined
    }
    const index = this.#stacking.addBlock(...area)
    layers[index] ??= { buffer: this.#createBuffer(0), images: [] }
    return layers[index].buffer
  }

  #compose(layers: Layer[], meter: Meter): boolean {
    for (let layer = layers[0]; layer; layers.shift(), layer = layers[0]) {
      if (layer.buffer) this.#putBlocks(layer.buffer)
      layer.buffer = undefined
      while (layer.images.length > 0) {
        if (meter.isOver()) return false
        this.#painter ??= this.#openPainter()
        this.#painter.draw(layer.images.shift()!)
        meter.spend(elementMs.full)
      }
      this.#painter?.end()
      this.#painter = undefined
      this.#hasComposed = true
    }
    return true
  }

  #openPainter(): ShapePainter {
    const { region, style } = this.#parts
    const options = { scale: region.scale, theme: style.theme, detail: 'blocks' } as const
    return new ShapePainter({ ...this.#parts, options })
  }

  #putBlocks({ width, height, pixels }: PixelBuffer): void {
    const { context, region, buffers } = this.#parts
    const { left, top } = region.rect
    const image = new ImageData(new Uint8ClampedArray(pixels.buffer, 0, width * height * 4), width, height)
    if (!this.#hasComposed) context.putImageData(image, left, top)
    else {
      const canvas = new OffscreenCanvas(width, height)
      canvas.getContext('2d')?.putImageData(image, 0, 0)
      context.setTransform(1, 0, 0, 1, 0, 0)
      context.drawImage(canvas, left, top)
      release(canvas)
    }
    buffers.give(pixels)
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
