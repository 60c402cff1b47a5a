import { createPageImages, type ImportedDrawing, type ImportFailure } from '@tavla/canvas'
import {
  getDocument,
  GlobalWorkerOptions,
  PasswordException,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

declare const __PDF_FILES__: string

/** Bounds of a PDF file; pages beyond the last one are reported. */
const limits = {
  pages: 100,
  /** Images of all pages. */
  bytes: 256 * 1024 * 1024,
  /** Of one page: enough for four times its size on a screen. */
  pixels: 8_000_000,
  /** Pixels of the longer side of images inside a page, squared. */
  imagePixels: 64_000_000,
  /** Larger images of pages, mostly photographs, are compressed. */
  losslessBytes: 2 * 1024 * 1024,
} as const
/** Pixels per point, where the page is small enough. */
const finestScale = 4
/** CSS pixels per point. */
const unitsPerPoint = 96 / 72
/** A file that was not cut off ends with this, or nearly. */
const endMark = '%%EOF'
const endLength = 2_048

/** Every page as an image with the page's text, or the reason why there is none. Lazily loaded. */
export async function readPdf(
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<ImportedDrawing | ImportFailure> {
  const end = new TextDecoder('latin1').decode(bytes.subarray(-endLength))
  if (!end.includes(endMark)) return { reason: 'damaged', message: 'The end of the file is missing' }
  GlobalWorkerOptions.workerSrc = worker
  const task = getDocument({
    data: bytes,
    cMapUrl: `${__PDF_FILES__}cmaps/`,
    standardFontDataUrl: `${__PDF_FILES__}fonts/`,
    wasmUrl: `${__PDF_FILES__}decoders/`,
    useWasm: false,
    // Glyphs are drawn as paths: the fonts of a file that is not trusted stay out of the page.
    disableFontFace: true,
    maxImageSize: limits.imagePixels,
    verbosity: 0,
  })
  const cancel = (): void => void task.destroy()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await readPages(await task.promise, signal, onProgress)
  } catch (error) {
    signal.throwIfAborted()
    return getFailure(error)
  } finally {
    signal.removeEventListener('abort', cancel)
    await task.destroy()
  }
}

function getFailure(error: unknown): ImportFailure {
  const message = error instanceof Error ? error.message : 'unknown'
  if (error instanceof PasswordException) return { reason: 'encrypted', message }
  return { reason: 'damaged', message }
}

async function readPages(
  pdf: PDFDocumentProxy,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<ImportedDrawing | ImportFailure> {
  const count = Math.min(pdf.numPages, limits.pages)
  const pages: { w: number; h: number; text: string; type: string; bytes: Uint8Array<ArrayBuffer> }[] = []
  let total = 0
  for (let number = 1; number <= count; number++) {
    const page = await pdf.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    const image = await drawPage(page)
    signal.throwIfAborted()
    total += image.size
    if (total > limits.bytes)
      return { reason: 'too_large', message: `More than ${limits.bytes} bytes of images` }
    pages.push({
      w: width * unitsPerPoint,
      h: height * unitsPerPoint,
      text: await readText(page),
      type: image.type,
      bytes: new Uint8Array(await image.arrayBuffer()),
    })
    page.cleanup()
    onProgress(number / count)
  }
  return createPageImages(pages, pdf.numPages - count)
}

async function drawPage(page: PDFPageProxy): Promise<Blob> {
  const { width, height } = page.getViewport({ scale: 1 })
  const scale = Math.min(finestScale, Math.sqrt(limits.pixels / (width * height)))
  const viewport = page.getViewport({ scale })
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  try {
    await page.render({ canvas, viewport, background: '#ffffff' }).promise
    const lossless = await getImage(canvas, 'image/png')
    return lossless.size <= limits.losslessBytes ? lossless : await getImage(canvas, 'image/jpeg')
  } finally {
    // Frees its memory at once.
    canvas.width = canvas.height = 0
  }
}

function getImage(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  const { promise, resolve, reject } = Promise.withResolvers<Blob>()
  canvas.toBlob(
    (blob) => (blob ? resolve(blob) : reject(new Error('The page is too large to draw'))),
    type,
    0.92,
  )
  return promise
}

async function readText(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent()
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
}
