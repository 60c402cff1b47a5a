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

/** How the file itself is written, besides what it shows. */
export interface SvgOptionsInput extends Pick<ImageOptions, 'theme' | 'background'> {
  /** Addresses of pictures; `data:` URLs make a file that stands alone. */
  readonly image?: ImageUrl
  /** `@font-face` rules to carry along; without them viewers use the fonts they have under those names. */
  readonly fontFaces?: string
  /** What the picture shows, read aloud. */
  readonly title?: string
  /** `bars` where characters that we ship no font for cannot be drawn. Default: text. */
  readonly systemText?: SystemText
  /** Glyphs as paths, for viewers without fonts. */
  readonly outline?: GlyphOutline
  /**
   * Pixels per page unit of the small picture that it is made for: what could not be seen in it is left out. Default: a
   * picture of any size, so everything.
   */
  readonly seenAt?: number
}

export interface SvgOptions extends ImageOptions, SvgOptionsInput {}

/** The part of the page that a picture of these elements shows; undefined when there is nothing to show. */
export function getImageBox(options: ImageOptions): Box | undefined {
  const view = createExportView(options.document, options.shapes, options.measure)
  const box = options.box ?? boundsOfAll(options.ids, view)
  return box && inflate(box, options.padding ?? imagePadding)
}

/** The drawing as one SVG file, at once. An empty board gives an empty picture. */
export function exportSvg(options: SvgOptions): string {
  return runToEnd(writeSvg(runToEnd(createDrawing(options)), options)).join('')
}

/** Elements put together at once: a large drawing as one text would stop the page, and so would making a file of it. */
const writtenAtOnce = 2_000

/** The same step by step, in parts that make one file. */
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
  const look =
    seenAt === undefined
      ? exportStyle(options.theme)
      : { scale: seenAt, theme: options.theme, detail: getDetail(seenAt) }
  if (options.background !== null) pen.rect(shown, { fill: { color: options.background } })
  yield* drawList(pen, list, view, look, shown)
  const [x, y, w, h] = [shown.x, shown.y, shown.w, shown.h].map(svgNumber)
  const title = options.title === undefined ? '' : `<title>${escapeXml(options.title)}</title>`
  const style = options.fontFaces ? `<style>${escapeXml(options.fontFaces)}</style>` : ''
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="${x} ${y} ${w} ${h}" text-rendering="geometricPrecision">`
  const parts = [head + title + style]
  const elements = pen.elements()
  for (let at = 0; at < elements.length; at += writtenAtOnce) {
    parts.push(elements.slice(at, at + writtenAtOnce).join(''))
    yield 1
  }
  parts.push('</svg>')
  return parts
}
