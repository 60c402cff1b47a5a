import { PDFDocument, toBlob } from './pdfkit.ts'
import type { Box } from '../../geometry/box.ts'
import type { ThemeName } from '../../pen.ts'
import { drawList } from '../draw-list.ts'
import { exportStyle, type Drawing } from '../drawing.ts'
import type { ReadFile } from '../files.ts'
import type { FontFile } from '../font-files.ts'
import { runInSlices, createSubtask, type TaskOptions } from '../run-in-slices.ts'
import type { TaskSteps } from '../task-steps.ts'
import type { UsedFont } from '../text-pen.ts'
import { createGlyphImages } from './glyph-images.ts'
import { createPdfGlyphs } from './pdf-glyphs.ts'
import { loadImages } from './pdf-images.ts'
import { PdfPen } from './pdf-pen.ts'

export interface PdfRequest {
  readonly pages: readonly { readonly drawing: Drawing; readonly title?: string }[]
  /** All characters used on any page. */
  readonly written: readonly UsedFont[]
  readonly fonts: readonly FontFile[]
  readonly files: readonly string[]
  readonly readFile: ReadFile
  readonly theme: ThemeName
  /** `#rrggbb`; null leaves the page white. */
  readonly background: string | null
  readonly title?: string | undefined
  /** BCP 47: of the person who exports, whose texts are mostly in it. */
  readonly language?: string | undefined
}

/** Points per page unit: a page unit is a CSS pixel, 1/96 inch. */
const pointsPerUnit = 0.75
/** The longest page side that readers support, in points. */
const longestSide = 14_400
/** The shortest page side that the format allows, in points. */
const shortestSide = 3
/** Bytes compressed at once, because compressing a large page blocks the tab. */
const mostBytesPacked = 100_000

/** Exports pages to one PDF; empty pages are skipped. */
export async function exportPdf(
  request: PdfRequest,
  work: TaskOptions,
): Promise<{ readonly blob: Blob; readonly missing: readonly string[] }> {
  const pages = request.pages.filter(({ drawing }) => drawing.box && drawing.box.w > 0 && drawing.box.h > 0)
  const { measure } = pages[0]!.drawing.view
  const doc = new PDFDocument({
    autoFirstPage: false,
    font: null,
    pdfVersion: '1.7',
    info: { Creator: 'Tavla', ...(request.title !== undefined && { Title: request.title }) },
    displayTitle: request.title !== undefined,
    tagged: true,
    ...(request.language !== undefined && { lang: request.language }),
  })
  const root = doc.struct('Document')
  doc.addStructure(root)
  const blob = toBlob(doc)
  const images = await loadImages(doc, request.files, request.readFile, createSubtask(work, 0, 0.3))
  const pictures = createGlyphImages(doc, measure)
  const characters = await createPdfGlyphs(doc, request.written, request.fonts, measure, pictures)
  for (const [i, { drawing, title }] of pages.entries()) {
    const part = createSubtask(work, 0.3 + (0.7 * i) / pages.length, 0.3 + (0.7 * (i + 1)) / pages.length)
    const scale = openPage(doc, drawing.box!)
    if (title) doc.outline.addItem(title)
    const section = doc.struct('Sect', title ? { title } : {})
    root.add(section)
    const pen = new PdfPen(doc, characters, images, section)
    if (request.background !== null) pen.rect(drawing.box!, { fill: { color: request.background } })
    const options = exportStyle(request.theme, scale)
    await runInSlices(
      splitContent(doc, drawList(pen, drawing.list, drawing.view, options, drawing.box)),
      part,
    )
  }
  root.end()
  characters.end()
  doc.end()
  return { blob: await blob, missing: images.missing }
}

/** Adds a page that shows exactly this box. Returns points per page unit. */
function openPage(doc: PDFDocument, box: Box): number {
  const scale = Math.min(pointsPerUnit, longestSide / box.w, longestSide / box.h)
  const side = (length: number): number => Math.max(shortestSide, length * scale)
  doc.addPage({ size: [side(box.w), side(box.h)], margin: 0 })
  doc.transform(scale, 0, 0, scale, -box.x * scale, -box.y * scale)
  return scale
}

/** Ends the content stream and starts another one whenever it exceeds the limit. */
function* splitContent(doc: PDFDocument, steps: TaskSteps<undefined>): TaskSteps<undefined> {
  const { page } = doc
  const parts = [page.content]
  for (const share of steps) {
    if (page.content.uncompressedLength >= mostBytesPacked) {
      page.content.end()
      page.content = doc.ref()
      page.content.write('')
      parts.push(page.content)
      page.dictionary.data['Contents'] = parts
    }
    yield share
  }
  return undefined
}
