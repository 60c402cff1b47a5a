import type { PDFDocument, PdfImage } from './pdfkit.ts'
import type { ReadFile } from '../files.ts'
import { runInSlices, createSubtask, type TaskOptions } from '../run-in-slices.ts'
import type { TaskSteps } from '../task-steps.ts'
import { compress } from './compress.ts'

/** Images in the document, each embedded once. */
export interface PdfImages {
  get(fileId: string): PdfImage | undefined
}

export interface LoadedImages extends PdfImages {
  readonly missing: readonly string[]
}

/** Embeds images one after the other, because each can take 100 MB when decoded. */
export async function loadImages(
  doc: PDFDocument,
  fileIds: readonly string[],
  read: ReadFile,
  work: TaskOptions,
): Promise<LoadedImages> {
  const images = new Map<string, PdfImage>()
  const missing: string[] = []
  for (const [i, id] of fileIds.entries()) {
    const part = createSubtask(work, i / fileIds.length, (i + 1) / fileIds.length)
    try {
      images.set(id, await embed(doc, await read(id), `P${i}`, part))
    } catch {
      work.signal?.throwIfAborted()
      // A missing image does not fail the export: a placeholder is drawn, and the caller can report it.
      missing.push(id)
    }
  }
  return { get: (id) => images.get(id), missing }
}

async function embed(doc: PDFDocument, file: Blob, label: string, work: TaskOptions): Promise<PdfImage> {
  const bitmap = await createImageBitmap(file)
  try {
    // PDF supports JPEG directly; re-encoding would lose quality and increase the size.
    if (file.type === 'image/jpeg') return doc.openImage(new Uint8Array(await file.arrayBuffer()))
    const pixels = await runInSlices(splitPixels(bitmap), work)
    return await putPixels(doc, pixels, label, work)
  } finally {
    bitmap.close()
  }
}

interface Pixels {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array<ArrayBuffer>
  /** Absent if all pixels are opaque. */
  readonly alpha: Uint8Array<ArrayBuffer> | undefined
}

/** Embeds pixels as an image. */
async function putPixels(
  doc: PDFDocument,
  pixels: Pixels,
  label: string,
  work: TaskOptions,
): Promise<PdfImage> {
  const { width, height, rgb, alpha } = pixels
  const common = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height, BitsPerComponent: 8 }
  const packedRgb = await compress(rgb, work)
  const packedAlpha = alpha && (await compress(alpha, work))
  const mask = packedAlpha && doc.ref({ ...common, ColorSpace: 'DeviceGray', Filter: 'FlateDecode' })
  mask?.end(packedAlpha)
  const obj = doc.ref({
    ...common,
    ColorSpace: 'DeviceRGB',
    Filter: 'FlateDecode',
    ...(mask && { SMask: mask }),
  })
  obj.end(packedRgb)
  return { label, width, height, obj }
}

/** Pixels read per frame. */
const pixelsPerSlice = 250_000

/** Separates colour and alpha, which PDF stores as two images. */
function* splitPixels(bitmap: ImageBitmap): TaskSteps<Pixels> {
  const { width, height } = bitmap
  const rows = Math.max(1, Math.floor(pixelsPerSlice / width))
  const context = new OffscreenCanvas(width, Math.min(rows, height)).getContext('2d', {
    willReadFrequently: true,
  })
  if (!context) throw new Error('this browser has no canvas to read pictures with')
  const rgb = new Uint8Array(width * height * 3)
  const alpha = new Uint8Array(width * height)
  let opaque = true
  for (let top = 0; top < height; top += rows) {
    const count = Math.min(rows, height - top)
    context.clearRect(0, 0, width, count)
    context.drawImage(bitmap, 0, -top)
    opaque = split(context.getImageData(0, 0, width, count).data, rgb, alpha, top * width) && opaque
    yield (top + count) / height
  }
  return { width, height, rgb, alpha: opaque ? undefined : alpha }
}

/** Splits RGBA data into `rgb` and `alpha`, starting at pixel `from`. Returns whether all pixels are opaque. */
export function split(data: Uint8ClampedArray, rgb: Uint8Array, alpha: Uint8Array, from: number): boolean {
  let opaque = true
  let to = from * 3
  for (let i = 0, pixel = from; i < data.length; i += 4, pixel++) {
    rgb[to++] = data[i]!
    rgb[to++] = data[i + 1]!
    rgb[to++] = data[i + 2]!
    alpha[pixel] = data[i + 3]!
    if (data[i + 3] !== 255) opaque = false
  }
  return opaque
}
