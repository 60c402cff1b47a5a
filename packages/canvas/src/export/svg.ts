import type { DocumentView, RecordId } from '../document/record.ts'
import { inflate, type Box } from '../geometry/box.ts'
import type { ThemeName } from '../pen.ts'
import { escapeXml, SvgPen, svgNumber, type ImageAddress, type SystemText } from '../render/svg-pen.ts'
import type { MeasureText } from '../shape.ts'
import { drawTree } from './draw-tree.ts'
import { boundsOfAll, createExportView, type Shapes } from './view.ts'

export interface PictureOptions {
  readonly document: DocumentView
  readonly shapes: Shapes
  readonly measure: MeasureText
  /** What to draw, lowest first; a page's children draw the whole page. */
  readonly ids: readonly RecordId[]
  readonly theme: ThemeName
  /** `#rrggbb` behind everything; null leaves it clear. */
  readonly background: string | null
  /** Page units around the drawing. Default 16. */
  readonly padding?: number
  /** The part of the page to show; default: everything drawn. */
  readonly box?: Box
}

export interface SvgOptions extends PictureOptions {
  /** Addresses of pictures; `data:` URLs make a file that stands alone. */
  readonly image?: ImageAddress
  /** `@font-face` rules to carry along; without them viewers use the fonts they have under those names. */
  readonly fontFaces?: string
  /** What the picture shows, read aloud. */
  readonly title?: string
  /** `bars` where letters that we ship no font for could not be drawn. Default: letters. */
  readonly systemText?: SystemText
}

/** The part of the page that a picture of these elements shows; undefined when there is nothing to show. */
export function pictureBox(options: PictureOptions): Box | undefined {
  const view = createExportView(options.document, options.shapes, options.measure)
  const box = options.box ?? boundsOfAll(options.ids, view)
  return box && inflate(box, options.padding ?? 16)
}

/** The drawing as one SVG file. An empty board gives an empty picture. */
export function exportSvg(options: SvgOptions): string {
  const view = createExportView(options.document, options.shapes, options.measure)
  const box = pictureBox(options) ?? { x: 0, y: 0, w: 1, h: 1 }
  const { image, systemText } = options
  const pen = new SvgPen({ ...(image && { image }), ...(systemText && { systemText }) })
  if (options.background !== null) pen.rect(box, { fill: { color: options.background } })
  drawTree(pen, options.ids, options.shapes, view, { scale: 1, theme: options.theme, detail: 'full' }, box)
  const [x, y, w, h] = [box.x, box.y, box.w, box.h].map(svgNumber)
  const title = options.title === undefined ? '' : `<title>${escapeXml(options.title)}</title>`
  const style = options.fontFaces === undefined ? '' : `<style>${escapeXml(options.fontFaces)}</style>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="${x} ${y} ${w} ${h}">` +
    `${title}${style}${pen.markup()}</svg>`
  )
}
