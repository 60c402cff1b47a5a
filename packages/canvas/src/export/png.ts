import type { Box } from '../geometry/box.ts'
import { createCanvasPen, type Images } from '../render/pens/canvas-pen.ts'
import { drawList } from './draw-list.ts'
import { createDrawing, exportStyle, type Drawing, type ImageOptions } from './drawing.ts'
import { runInSlices, createSubtask, type TaskOptions } from './run-in-slices.ts'
import type { TaskSteps } from './task-steps.ts'
import { PngWriter } from './png-writer.ts'

export interface PngMetadata extends Pick<ImageOptions, 'theme' | 'background'> {
  /** Pixels per page unit. */
  readonly scale: number
  /** Decoded beforehand, at the sizes they are drawn in. */
  readonly images: Images
  /** Pixels above which the picture is drawn and packed in bands, so that memory stays small. Default 16 million. */
  readonly bandedAbove?: number
}

export interface PngOptions extends ImageOptions, PngMetadata {}

export interface PngSize {
  readonly widthPx: number
  readonly heightPx: number
  /** Smaller than asked for when the picture would have been too large. */
  readonly scale: number
}

export interface PngImage extends PngSize {
  readonly blob: Blob
}

/** What image viewers and printers still open, in pixels: all in all, and one side. */
export const pngLimits = { pixels: 400_000_000, sidePx: 32_000 } as const

const bandedAbove = 16_000_000
/** Pixels of one band: larger ones draw less twice, smaller ones keep less in memory. */
const bandPixels = 1_000_000
/** Pixels read back and packed in one go. */
const readAtOnce = 200_000

/** How large a PNG of this part of the page becomes. */
export function pngSize(box: Pick<Box, 'w' | 'h'>, asked: number): PngSize {
  const { pixels, sidePx } = pngLimits
  const scale = Math.min(asked, sidePx / box.w, sidePx / box.h, Math.sqrt(pixels / (box.w * box.h)))
  const side = (length: number): number => Math.max(1, Math.round(length * scale))
  return { widthPx: side(box.w), heightPx: side(box.h), scale }
}

/** The drawing as a PNG; undefined when there is nothing to draw. */
export async function exportPng(options: PngOptions, work: TaskOptions = {}): Promise<PngImage | undefined> {
  return await writePng(await runInSlices(createDrawing(options), createSubtask(work, 0, 0)), options, work)
}

/**
 * On the page's own thread, in slices: a worker would first need the whole board, its fonts and its pictures a second
 * time, and handing over a large board stops the page for longer than any slice.
 */
export async function writePng(
  drawing: Drawing,
  options: PngMetadata,
  work: TaskOptions,
): Promise<PngImage | undefined> {
  const { box } = drawing
  if (!box || box.w <= 0 || box.h <= 0) return undefined
  const size = pngSize(box, options.scale)
  const whole = size.widthPx * size.heightPx <= (options.bandedAbove ?? bandedAbove)
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
  const most = Math.max(1, Math.floor(Math.min(bandPixels, options.bandedAbove ?? bandPixels) / widthPx))
  const writer = new PngWriter(widthPx, heightPx)
  for (let top = 0; top < heightPx; top += most) {
    const rows = Math.min(most, heightPx - top)
    const context = bandContext(widthPx, rows)
    const part = createSubtask(work, top / heightPx, (top + rows) / heightPx)
    await runInSlices(drawBand(context, drawing, box, size, top, options), part)
    const few = Math.max(1, Math.floor(readAtOnce / widthPx))
    for (let row = 0; row < rows; row += few)
      await writer.addRows(context.getImageData(0, row, widthPx, Math.min(few, rows - row)).data, work)
  }
  return await writer.finish()
}

/** Pixels are read back from it, so it is kept where they can be: in plain memory. */
function bandContext(widthPx: number, heightPx: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('this browser has no canvas to export with')
  return context
}

/** Elements drawn between two looks at the canvas, which would else keep all work for the end. */
const drawnAtOnce = 8

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
    if (++drawn % drawnAtOnce === 0) context.getImageData(0, 0, 1, 1)
    yield share
  }
  return undefined
}
