import type { DocumentView, RecordId } from '../document/model/record.ts'
import type { ThemeName } from '../pen.ts'
import { createMeasure } from '../render/measure.ts'
import type { ShapeDefinition } from '../shape.ts'
import { createDrawing, getCharacters, type Drawing, type ImageOptions } from './drawing.ts'
import { listImages, loadUrls, loadImages, type ReadFile } from './files.ts'
import { filesNeeded, fontFaceRules, type ListFonts } from './font-files.ts'
import { countLoadedFonts, loadUsedFonts } from './load-used-fonts.ts'
import { getBlob } from './get-blob.ts'
import { runInSlices, createSubtask, type TaskOptions } from './run-in-slices.ts'
import { writePng } from './png.ts'
import { getFramePage, type ExportPage } from './export-page.ts'
import { writeSvg } from './export-svg.ts'
import type { UsedFont } from './text-pen.ts'
import { waitForFallbacks } from '../text/uncovered.ts'

export type ImageFormat = 'png' | 'svg' | 'pdf'

export interface ImageRequest {
  readonly document: DocumentView
  readonly shapes: readonly ShapeDefinition[]
  /** Elements to draw, bottom to top: the selection, or the children of a page. */
  readonly ids: readonly RecordId[]
  /** `ids` are frames, each exported as its own page of a PDF; other formats export the first one. */
  readonly framed?: boolean
  readonly as: ImageFormat
  readonly theme: ThemeName
  /** Background as `#rrggbb`; null for transparent. */
  readonly background: string | null
  /** Pixels per page unit of a PNG. Default 2, for high-density screens. */
  readonly scale?: number
  readonly readFile: ReadFile
  /** Fonts to embed. Without them, viewers use installed fonts of those names. */
  readonly fonts?: ListFonts
  /** Title in the file's metadata, also used as accessible name. */
  readonly title?: string
  /** Language of a PDF for screen readers, BCP 47. */
  readonly language?: string
}

export interface ExportedImage {
  readonly blob: Blob
  /** Files that could not be read; placeholders are drawn instead. */
  readonly missing: readonly string[]
}

/** Exports a board or a part of it to a file; undefined if there is nothing to draw. */
export async function exportImage(
  request: ImageRequest,
  work: TaskOptions = {},
): Promise<ExportedImage | undefined> {
  const sheets = getSheets(request)
  if (sheets.length === 0) return undefined
  const prepared = await prepare(request, sheets, createSubtask(work, 0, 0.2))
  const first = prepared.drawings.find((drawing) => drawing.box && drawing.box.w > 0 && drawing.box.h > 0)
  if (!first) return undefined
  const write = request.as === 'png' ? asPng : request.as === 'svg' ? asSvg : asPdf
  return await write(request, prepared, first, createSubtask(work, 0.2, 1))
}

interface PreparedExport {
  readonly sheets: readonly ExportPage[]
  readonly drawings: readonly Drawing[]
  readonly written: readonly UsedFont[]
  readonly files: readonly string[]
}

function getSheets({ document, shapes, ids, framed, as }: ImageRequest): readonly ExportPage[] {
  if (!framed) return ids.length === 0 ? [] : [{ ids }]
  const byKind = new Map(shapes.map((shape) => [shape.kind, shape]))
  const sheets = ids.flatMap((id) => getFramePage(document, byKind, id) ?? [])
  return as === 'pdf' ? sheets : sheets.slice(0, 1)
}

/** Lays out all pages after loading their fonts. */
async function prepare(
  request: ImageRequest,
  sheets: readonly ExportPage[],
  work: TaskOptions,
): Promise<PreparedExport> {
  const { document, theme, background } = request
  const shapes = new Map(request.shapes.map((shape) => [shape.kind, shape]))
  const loadedBefore = countLoadedFonts()
  const { measure, forget } = createMeasure()
  const drawings: Drawing[] = []
  const written: UsedFont[] = []
  const files = new Set<string>()
  for (const [i, sheet] of sheets.entries()) {
    const part = createSubtask(work, i / sheets.length, (i + 1) / sheets.length)
    const options: ImageOptions = { document, shapes, measure, theme, background, ...sheet }
    const drawing = await runInSlices(createDrawing(options), createSubtask(part, 0, 0.4))
    written.push(...(await runInSlices(getCharacters(drawing), createSubtask(part, 0.4, 1))))
    for (const file of listImages(document, sheet.ids)) files.add(file)
    drawings.push(drawing)
  }
  await waitForFallbacks()
  await loadUsedFonts(written)
  if (countLoadedFonts() !== loadedBefore) forget()
  return { sheets, drawings, written, files: [...files] }
}

type Write = (
  request: ImageRequest,
  prepared: PreparedExport,
  first: Drawing,
  work: TaskOptions,
) => Promise<ExportedImage | undefined>

const asPng: Write = async (request, { files }, drawing, work) => {
  const loaded = await loadImages(files, request.readFile)
  try {
    const { theme, background, scale = 2 } = request
    const png = await writePng(drawing, { theme, background, scale, images: loaded.images }, work)
    return png && { blob: png.blob, missing: loaded.missing }
  } finally {
    loaded.dispose()
  }
}

const asSvg: Write = async (request, { files, written }, drawing, work) => {
  const { theme, background, title, fonts } = request
  const { image, missing } = await loadUrls(files, request.readFile)
  const fontFaces = fonts ? await fontFaceRules(filesNeeded(written, fonts())) : ''
  const options = { theme, background, image, fontFaces, ...(title !== undefined && { title }) }
  const parts = await runInSlices(writeSvg(drawing, options), createSubtask(work, 0, 0.9))
  return { blob: await runInSlices(getBlob(parts, 'image/svg+xml'), createSubtask(work, 0.9, 1)), missing }
}

const asPdf: Write = async (request, prepared, _first, work) => {
  // The PDF library is as large as the board itself, so it is loaded on demand.
  const { exportPdf } = await import('./pdf/export-pdf.ts')
  const { theme, background, title, language, readFile } = request
  const pages = prepared.sheets.map((sheet, i) => ({ ...sheet, drawing: prepared.drawings[i]! }))
  const { files, written } = prepared
  const fonts = request.fonts?.() ?? []
  return await exportPdf({ pages, written, files, fonts, readFile, theme, background, title, language }, work)
}
