import type { Box } from '../geometry/box.ts'
import { createCanvasPen, type ImageLookup } from '../render/pens/canvas-pen.ts'
import { drawList } from './draw-list.ts'
import { createDrawing, exportStyle, type Drawing, type ImageOptions } from './drawing.ts'
import { runInSlices, createSubtask, type TaskOptions } from './run-in-slices.ts'
import type { TaskSteps } from './task-steps.ts'
import { PngWriter } from './png-writer.ts'

export interface PngMetadata extends Pick<ImageOptions, 'theme' | 'background'> {
  /** Pixels per page unit. */
  readonly scale: number
  /** Decoded images at the sizes at which they are drawn. */
  readonly images: ImageLookup
  /** Images with more pixels are drawn and encoded in bands to save memory. Default 16 million. */
  readonly maxWholePixels?: number
}

export interface PngOptions extends ImageOptions, PngMetadata {}

export interface PngSize {
  readonly widthPx: number
  readonly heightPx: number
  /** Smaller than requested if the image would be too large. */
  readonly scale: number
}

export interface PngImage extends PngSize {
  readonly blob: Blob
}

/** Limits that image viewers and printers support: total pixels and pixels per side. */
export const pngLimits = { pixels: 400_000_000, sidePx: 32_000 } as const

const maxWholePixels = 16_000_000
/** Pixels per band: larger bands redraw fewer elements, smaller ones need less memory. */
const bandPixels = 1_000_000
/** Pixels read back and encoded at once. */
const pixelsPerSlice = 200_000

/** Size of a PNG of this part of the page. */
export function pngSize(box: Pick<Box, 'w' | 'h'>, asked: number): PngSize {
  const { pixels, sidePx } = pngLimits
  const scale = Math.min(asked, sidePx / box.w, sidePx / box.h, Math.sqrt(pixels / (box.w * box.h)))
  const side = (length: number): number => Math.max(1, Math.round(length * scale))
  return { widthPx: side(box.w), heightPx: side(box.h), scale }
}

/** Exports a PNG; undefined if there is nothing to draw. */
export async function exportPng(options: PngOptions, work: TaskOptions = {}): Promise<PngImage | undefined> {
  return await writePng(await runInSlices(createDrawing(options), createSubtask(work, 0, 0)), options, work)
}

/**
 * Runs on the main thread in slices. A worker would need copies of the board, its fonts and its images, and
 * posting a large board blocks for longer than a slice.
 */
export async function writePng(
  drawing: Drawing,
  options: PngMetadata,
  work: TaskOptions,
): Promise<PngImage | undefined> {
  const { box } = drawing
  if (!box || box.w <= 0 || box.h <= 0) return undefined
  const size = pngSize(box, options.scale)
  const whole = size.widthPx * size.heightPx <= (options.maxWholePixels ?? maxWholePixels)
  const draw = whole ? writeWhole : writeBands
  return { blob: await draw(drawing, box, size, options, work), ...size }
}

async function writeWhole(
  drawing: Drawing,
  box: Box,
  size: PngSize,
  options: PngMetadata,
  work: TaskOptions,
): Promise<Blob> {
  const context = bandContext(size.widthPx, size.heightPx)
  await runInSlices(drawBand(context, drawing, box, size, 0, options), createSubtask(work, 0, 0.9))
  return await context.canvas.convertToBlob({ type: 'image/png' })
}

async function writeBands(
  drawing: Drawing,
  box: Box,
  size: PngSize,
  options: PngMetadata,
  work: TaskOptions,
): Promise<Blob> {
  const { widthPx, heightPx } = size
  const most = Math.max(1, Math.floor(Math.min(bandPixels, options.maxWholePixels ?? bandPixels) / widthPx))
  const writer = new PngWriter(widthPx, heightPx)
  for (let top = 0; top < heightPx; top += most) {
    const rows = Math.min(most, heightPx - top)
    const context = bandContext(widthPx, rows)
    const part = createSubtask(work, top / heightPx, (top + rows) / heightPx)
    await runInSlices(drawBand(context, drawing, box, size, top, options), part)
    const few = Math.max(1, Math.floor(pixelsPerSlice / widthPx))
    for (let row = 0; row < rows; row += few)
      await writer.addRows(context.getImageData(0, row, widthPx, Math.min(few, rows - row)).data, work)
  }
  return await writer.finish()
}

/** Pixels are read back, so the canvas is kept in main memory. */
function bandContext(widthPx: number, heightPx: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('this browser has no canvas to export with')
  return context
}

/** Elements drawn between flushes; canvases defer drawing and would otherwise do all of it at the end. */
const elementsPerSlice = 8

function* drawBand(
  context: OffscreenCanvasRenderingContext2D,
  { view, list }: Drawing,
  box: Box,
  { scale }: PngSize,
  topPx: number,
  { theme, background, images }: PngMetadata,
): TaskSteps<undefined> {
  const { width, height } = context.canvas
  if (background !== null) {
    context.fillStyle = background
    context.fillRect(0, 0, width, height)
  }
  context.setTransform(scale, 0, 0, scale, -box.x * scale, -box.y * scale - topPx)
  const band = { x: box.x, y: box.y + topPx / scale, w: box.w, h: height / scale }
  const pen = createCanvasPen(context, images)
  let drawn = 0
  for (const share of drawList(pen, list, view, exportStyle(theme, scale), band)) {
    if (++drawn % elementsPerSlice === 0) context.getImageData(0, 0, 1, 1)
    yield share
  }
  return undefined
}
