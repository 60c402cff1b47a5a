import { inflate, type Box } from '../geometry/box.ts'
import { getDetail } from '../render/detail.ts'
import {
  escapeXml,
  SvgPen,
  svgNumber,
  type ImageUrl,
  type GlyphOutline,
  type SystemText,
} from '../render/pens/svg-pen.ts'
import { drawList } from './draw-list.ts'
import { createDrawing, exportStyle, imagePadding, type Drawing, type ImageOptions } from './drawing.ts'
import { runToEnd, type TaskSteps } from './task-steps.ts'
import { boundsOfAll, createExportView } from './export-view.ts'

export type { ImageOptions } from './drawing.ts'

/** Options of the SVG file, independent of its content. */
export interface SvgOptionsInput extends Pick<ImageOptions, 'theme' | 'background'> {
  /** URLs of images; `data:` URLs make the file self-contained. */
  readonly image?: ImageUrl
  /** `@font-face` rules to embed. Without them, viewers use installed fonts of those names. */
  readonly fontFaces?: string
  /** Accessible title of the image. */
  readonly title?: string
  /** `bars` if the renderer has no system fonts for characters outside the shipped fonts. Default: text. */
  readonly systemText?: SystemText
  /** Draws glyphs as paths, for viewers without fonts. */
  readonly outline?: GlyphOutline
  /**
   * Scale in pixels per page unit at which the image is shown; details too small for it are simplified. Default:
   * full detail.
   */
  readonly seenAt?: number
}

export interface SvgOptions extends ImageOptions, SvgOptionsInput {}

/** The part of the page that an image of these elements shows; undefined if there is nothing to draw. */
export function getImageBox(options: ImageOptions): Box | undefined {
  const view = createExportView(options.document, options.shapes, options.measure)
  const box = options.box ?? boundsOfAll(options.ids, view)
  return box && inflate(box, options.padding ?? imagePadding)
}

/** Exports synchronously to one SVG string. An empty board results in an empty image. */
export function exportSvg(options: SvgOptions): string {
  return runToEnd(writeSvg(runToEnd(createDrawing(options)), options)).join('')
}

/** Elements per string part, because concatenating and encoding a large drawing at once blocks the page. */
const elementsPerSlice = 2_000

/** Exports step by step to the parts of one file. */
export function* writeSvg(
  { view, list, box }: Drawing,
  options: SvgOptionsInput,
): TaskSteps<readonly string[]> {
  const shown = box ?? { x: 0, y: 0, w: 1, h: 1 }
  const { image, systemText, outline, seenAt } = options
  const pen = new SvgPen({
    ...(image && { image }),
    ...(systemText && { systemText }),
    ...(outline && { outline }),
  })
  const exported =
    seenAt === undefined
      ? exportStyle(options.theme)
      : { ...exportStyle(options.theme, seenAt), detail: getDetail(seenAt) }
  if (options.background !== null) pen.rect(shown, { fill: { color: options.background } })
  yield* drawList(pen, list, view, exported, shown)
  const [x, y, w, h] = [shown.x, shown.y, shown.w, shown.h].map(svgNumber)
  const title = options.title === undefined ? '' : `<title>${escapeXml(options.title)}</title>`
  const style = options.fontFaces ? `<style>${escapeXml(options.fontFaces)}</style>` : ''
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="${x} ${y} ${w} ${h}" text-rendering="geometricPrecision">`
  const parts = [head + title + style]
  const elements = pen.elements()
  for (let at = 0; at < elements.length; at += elementsPerSlice) {
    parts.push(elements.slice(at, at + elementsPerSlice).join(''))
    yield 1
  }
  parts.push('</svg>')
  return parts
}
