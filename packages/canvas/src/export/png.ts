import type { Box } from '../geometry/box.ts'
import type { Look } from '../pen.ts'
import { createCanvasPen, type Pictures } from '../render/canvas-pen.ts'
import { drawTree } from './draw-tree.ts'
import { PngWriter } from './png-writer.ts'
import { pictureBox, type PictureOptions } from './svg.ts'
import { createExportView } from './view.ts'

export interface PngOptions extends PictureOptions {
  /** Pixels per page unit. */
  readonly scale: number
  /** Decoded beforehand, at the sizes they are drawn in. */
  readonly pictures: Pictures
  /** Pixels above which the picture is drawn and packed in bands, so that memory stays small. Default 16 million. */
  readonly bandPixels?: number
}

export interface PngPicture {
  readonly blob: Blob
  readonly widthPx: number
  readonly heightPx: number
  /** Smaller than asked for when the picture would have been too large. */
  readonly scale: number
}

const defaultBandPixels = 16_000_000
/** What image viewers and printers still open. */
const mostPixels = 400_000_000
const longestSide = 32_000

/** The drawing as a PNG; undefined when there is nothing to draw. */
export async function exportPng(options: PngOptions): Promise<PngPicture | undefined> {
  const box = pictureBox(options)
  if (!box || box.w <= 0 || box.h <= 0) return undefined
  const { bandPixels = defaultBandPixels } = options
  const scale = allowedScale(box, options.scale)
  const widthPx = Math.max(1, Math.round(box.w * scale))
  const heightPx = Math.max(1, Math.round(box.h * scale))
  if (widthPx * heightPx <= bandPixels) {
    const canvas = new OffscreenCanvas(widthPx, heightPx)
    drawBand(canvas, options, box, scale, 0)
    return { blob: await canvas.convertToBlob({ type: 'image/png' }), widthPx, heightPx, scale }
  }
  const rows = Math.max(1, Math.floor(bandPixels / widthPx))
  const writer = new PngWriter(widthPx, heightPx)
  for (let top = 0; top < heightPx; top += rows) {
    const canvas = new OffscreenCanvas(widthPx, Math.min(rows, heightPx - top))
    const context = drawBand(canvas, options, box, scale, top)
    await writer.addRows(context.getImageData(0, 0, canvas.width, canvas.height).data)
  }
  return { blob: await writer.finish(), widthPx, heightPx, scale }
}

function allowedScale(box: Box, asked: number): number {
  return Math.min(asked, longestSide / box.w, longestSide / box.h, Math.sqrt(mostPixels / (box.w * box.h)))
}

function drawBand(
  canvas: OffscreenCanvas,
  options: PngOptions,
  box: Box,
  scale: number,
  topPx: number,
): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser has no canvas to export with')
  if (options.background !== null) {
    context.fillStyle = options.background
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.setTransform(scale, 0, 0, scale, -box.x * scale, -box.y * scale - topPx)
  const view = createExportView(options.document, options.shapes, options.measure)
  const look: Look = { scale, theme: options.theme, detail: 'full' }
  const band = { x: box.x, y: box.y + topPx / scale, w: box.w, h: canvas.height / scale }
  drawTree(createCanvasPen(context, options.pictures), options.ids, options.shapes, view, look, band)
  return context
}
