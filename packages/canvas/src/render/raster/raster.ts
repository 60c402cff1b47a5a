import type { RecordId } from '../../document/model/record.ts'
import type { Box } from '../../geometry/box.ts'
import type { Look, Pen, ThemeName } from '../../pen.ts'
import type { ShapeView } from '../../shape.ts'
import { createBlockStore } from '../tiles/block-store.ts'
import type { Context2D } from '../canvas-pen.ts'
import { fillRect, paintBlocks, type PixelBuffer, type PixelRect } from '../tiles/block-raster.ts'
import { getDetail } from '../detail.ts'
import { picturePart, type RenderIndex } from './render-index.ts'
import { tileSize } from '../tiles/tile-surface.ts'

/** What of the columns a picture shows: the base leaves out what is in the hand, the other shows nothing else. */
export type LayerName = 'resting' | 'lifted'

/** A part of a page as a rectangle of device pixels. */
export interface Region {
  /** Device pixels per page unit. */
  readonly scale: number
  /** Device pixel, in the page at this scale, that falls on the picture's top left. */
  readonly left: number
  readonly top: number
  /** The part of the picture to paint, in its own pixels. */
  readonly rect: PixelRect
}

export interface RasterStyle {
  readonly theme: ThemeName
  readonly paper: string
  readonly gridColor: string
  /** Grid spacing in page units, null for none. */
  readonly grid: number | null
}

/** Cost of one element, ms, measured on a machine without a GPU. */
export const elementMs = { full: 0.055, plain: 0.018, blocks: 0.0005 } as const

/** Elements between two looks at the clock. */
const slice = 24
/** Cheap ones, but for those that have to be drawn into blocks first. */
const blockSlice = 100
/** Closer than this, device pixels, a grid is noise; the next coarser one is drawn. */
const minGridGap = 14

/**
 * What a frame may still spend. A canvas only records what is drawn and pays when the picture is used, so elements
 * are charged by estimate as well as by the clock.
 */
export interface Meter {
  spend(ms: number): void
  isOver(): boolean
}

/** For pictures that must be whole now. */
export const unmetered: Meter = { spend() {}, isOver: () => false }

/** Painting of one region, in slices: `step` answers true when it is done. */
export interface RasterJob {
  /** What it takes by estimate. */
  readonly costMs: number
  step(meter: Meter): boolean
}

/** `draggedView` answers what is in the hand as it rests: its pictures are made there and moved as a whole. */
export function createRaster(
  renderIndex: RenderIndex,
  draggedView: ShapeView,
  createPen: (context: Context2D) => Pen,
) {
  const store = createBlockStore(renderIndex, draggedView)
  /** Lent to one job at a time. */
  let spare: Uint32Array<ArrayBuffer> | undefined
  let drawing: RecordId | undefined
  let look: RasterStyle = { theme: 'light', paper: '#ffffff', gridColor: '#cccccc', grid: null }

  const getBox = ({ scale, left, top, rect }: Region): Box => ({
    x: (left + rect.left) / scale,
    y: (top + rect.top) / scale,
    w: (rect.right - rect.left) / scale,
    h: (rect.bottom - rect.top) / scale,
  })
  const find = (region: Region, layerName: LayerName): Uint32Array => {
    const all = renderIndex.search(getBox(region))
    const kept = new Uint32Array(all.length)
    let n = 0
    const part = layerName === 'lifted' ? picturePart.hand : picturePart.base
    for (const slot of all) if (renderIndex.getPart(slot) === part) kept[n++] = slot
    return kept.subarray(0, n)
  }
  const eachGridLine = (from: number, to: number, scale: number, each: (at: number) => void): void => {
    let gap = (look.grid ?? 0) * scale
    if (gap <= 0) return
    while (gap < minGridGap) gap *= 5
    for (let n = Math.ceil(from / gap); n * gap < to; n++) each(Math.round(n * gap))
  }
  const paintGrid = (region: Region, dot: (x: number, y: number) => void): void => {
    const { left, top, rect, scale } = region
    if (look.grid === null) return
    eachGridLine(top + rect.top, top + rect.bottom, scale, (y) => {
      eachGridLine(left + rect.left, left + rect.right, scale, (x) => dot(x - left, y - top))
    })
  }

  const blocksJob = (context: Context2D, region: Region, layerName: LayerName): RasterJob => {
    const slots = find(region, layerName)
    const { rect, scale, left, top } = region
    const width = rect.right - rect.left
    const height = rect.bottom - rect.top
    const whole: PixelRect = { left: 0, top: 0, right: width, bottom: height }
    const dx = -left - rect.left
    const dy = -top - rect.top
    let next = 0
    let clipSlot = -1
    let clip = whole
    let buffer: PixelBuffer | undefined
    const paintOne = (into: PixelBuffer, slot: number): void => {
      if (renderIndex.clip(slot) !== clipSlot) {
        clipSlot = renderIndex.clip(slot)
        clip = pixelClip(renderIndex, clipSlot, whole, scale, dx, dy)
      }
      const count = store.getCount(slot)
      if (count === 0 || clip.left >= clip.right || clip.top >= clip.bottom) return
      const x = renderIndex.getLeft(slot) * scale + dx
      const y = renderIndex.getTop(slot) * scale + dy
      paintBlocks(into, clip, store.data, store.colors, store.getStart(slot), count, scale, x, y)
    }
    return {
      costMs: slots.length * elementMs.blocks,
      step(meter) {
        buffer ??= beginBlocks(region, layerName, width, height)
        while (next < slots.length) {
          const end = Math.min(slots.length, next + blockSlice)
          meter.spend((end - next) * elementMs.blocks)
          while (next < end) paintOne(buffer, slots[next++]!)
          if (next < slots.length && meter.isOver()) return false
        }
        const bytes = new Uint8ClampedArray(buffer.pixels.buffer, 0, width * height * 4)
        context.putImageData(new ImageData(bytes, width, height), rect.left, rect.top)
        spare = buffer.pixels
        return true
      },
    }
  }
  const beginBlocks = (region: Region, layerName: LayerName, width: number, height: number): PixelBuffer => {
    const pixels = spare && spare.length >= width * height ? spare : new Uint32Array(width * height)
    spare = undefined
    const buffer: PixelBuffer = { width, height, pixels }
    const whole: PixelRect = { left: 0, top: 0, right: width, bottom: height }
    fillRect(buffer, whole, layerName === 'resting' ? opaquePixel(look.paper) : 0)
    if (layerName !== 'resting') return buffer
    const color = opaquePixel(look.gridColor)
    paintGrid(region, (x, y) => {
      const px = x - region.rect.left
      const py = y - region.rect.top
      if (px >= 0 && py >= 0 && px < width && py < height) pixels[py * width + px] = color
    })
    return buffer
  }

  const prepare = (context: Context2D, region: Region, layerName: LayerName): Pen => {
    const { rect, scale, left, top } = region
    context.save()
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.beginPath()
    context.rect(rect.left, rect.top, rect.right - rect.left, rect.bottom - rect.top)
    context.clip()
    if (layerName === 'lifted')
      context.clearRect(rect.left, rect.top, rect.right - rect.left, rect.bottom - rect.top)
    else {
      context.fillStyle = look.paper
      context.fillRect(rect.left, rect.top, rect.right - rect.left, rect.bottom - rect.top)
      context.fillStyle = look.gridColor
      const size = Math.max(1, Math.round(Math.min(2, scale * 1.5)))
      paintGrid(region, (x, y) => context.fillRect(x, y, size, size))
    }
    context.setTransform(scale, 0, 0, scale, -left, -top)
    return createPen(context)
  }

  return {
    store,
    /** The element that is being drawn, or was last. */
    get drawing(): RecordId | undefined {
      return drawing
    },
    /** What is to be seen in a region, in paint order. */
    find,
    /** An empty tile: paper, or nothing at all. */
    clear(context: Context2D, layerName: LayerName): void {
      context.setTransform(1, 0, 0, 1, 0, 0)
      if (layerName === 'lifted') return context.clearRect(0, 0, tileSize, tileSize)
      context.fillStyle = look.paper
      context.fillRect(0, 0, tileSize, tileSize)
    },
    setLook(next: RasterStyle): void {
      look = next
      store.setTheme(next.theme)
    },
    start(context: Context2D, region: Region, layerName: LayerName): RasterJob {
      const detail = getDetail(region.scale)
      if (detail === 'blocks') return blocksJob(context, region, layerName)
      const slots = find(region, layerName)
      const drawingLook: Look = { scale: region.scale, theme: look.theme, detail }
      const view = layerName === 'lifted' ? draggedView : renderIndex.view
      let next = -1
      let clipSlot = -1
      let pen: Pen | undefined
      return {
        costMs: slots.length * elementMs[detail],
        step(meter) {
          pen ??= prepare(context, region, layerName)
          next = Math.max(0, next)
          while (next < slots.length) {
            const slot = slots[next++]!
            if (renderIndex.clip(slot) !== clipSlot) {
              if (clipSlot !== -1) pen.restore()
              clipSlot = renderIndex.clip(slot)
              if (clipSlot !== -1) clipTo(pen, renderIndex, clipSlot)
            }
            const record = renderIndex.record(slot)
            drawing = record?.id
            if (record) renderIndex.shape(slot)?.draw(pen, record, view, drawingLook)
            meter.spend(elementMs[detail])
            if (next % slice === 0 && next < slots.length && meter.isOver()) return false
          }
          if (clipSlot !== -1) pen.restore()
          context.restore()
          return true
        },
      }
    },
  }
}

export type Raster = ReturnType<typeof createRaster>

/** One `save`, then every frame around the elements; ended by one `restore`. */
function clipTo(pen: Pen, renderIndex: RenderIndex, slot: number): void {
  pen.save()
  for (let frame = slot; frame !== -1; frame = renderIndex.clip(frame)) pen.clip(renderIndex.clipBox(frame))
}

function pixelClip(
  renderIndex: RenderIndex,
  slot: number,
  whole: PixelRect,
  scale: number,
  dx: number,
  dy: number,
): PixelRect {
  const clip = { ...whole }
  for (let frame = slot; frame !== -1; frame = renderIndex.clip(frame)) {
    const box = renderIndex.clipBox(frame)
    clip.left = Math.max(clip.left, Math.round(box.x * scale + dx))
    clip.top = Math.max(clip.top, Math.round(box.y * scale + dy))
    clip.right = Math.min(clip.right, Math.round((box.x + box.w) * scale + dx))
    clip.bottom = Math.min(clip.bottom, Math.round((box.y + box.h) * scale + dy))
  }
  return clip
}

function opaquePixel(hex: string): number {
  const rgb = Number.parseInt(hex.slice(1, 7), 16)
  return (0xff000000 | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0
}
