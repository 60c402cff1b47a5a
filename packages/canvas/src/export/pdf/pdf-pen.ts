import type { PDFDocument, StructureElement, StructureOptions } from './pdfkit.ts'
import { isLinkUrl } from '../../document/text/rich-text.ts'
import { inflate, type Box } from '../../geometry/box.ts'
import type { Path } from '../../geometry/path.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { ImageStyle, PaintStyle, Pen, ThemeName } from '../../pen.ts'
import { drawCheck, getDecorations, getRunColor, getShadow } from '../../render/decorations.ts'
import { boardColors } from '../../shapes/shared/palette.ts'
import { hasRightToLeft } from '../../text/bidi.ts'
import type { PlacedRun, TextBlock, TextLine } from '../../text/run.ts'
import { boxOperators, colorOperands, ellipseOperators, pathOperators, pdfNumber } from './operators.ts'
import type { PdfImages } from './pdf-images.ts'
import type { PdfGlyphs } from './pdf-glyphs.ts'

const n = pdfNumber

/** The page's graphics state, tracked to avoid redundant operators. */
interface State {
  /** Opacity set by `fade`, which applies to everything. */
  readonly alpha: number
  readonly fill?: string
  readonly stroke?: string
  readonly fillAlpha: number
  readonly strokeAlpha: number
}

/** Draws on the last page of a document, whose transform maps page units to points. */
export class PdfPen implements Pen {
  readonly #doc: PDFDocument
  readonly #glyphs: PdfGlyphs
  readonly #images: PdfImages
  /** Where texts and images are added for screen readers, in the order in which they are drawn. */
  readonly #section: StructureElement
  /** What is drawn belongs to a text or an image. */
  #isMarked = false
  readonly #savedStates: State[] = []
  #state: State = { alpha: 1, fillAlpha: 1, strokeAlpha: 1 }

  constructor(doc: PDFDocument, characters: PdfGlyphs, images: PdfImages, section: StructureElement) {
    this.#doc = doc
    this.#glyphs = characters
    this.#images = images
    this.#section = section
  }

  save(): void {
    this.#doc.save()
    this.#savedStates.push(this.#state)
  }

  restore(): void {
    const state = this.#savedStates.pop()
    if (!state) return
    this.#doc.restore()
    this.#state = state
  }

  translate(x: number, y: number): void {
    this.#doc.transform(1, 0, 0, 1, x, y)
  }

  rotate(degrees: number, about: Vec): void {
    const angle = (degrees * Math.PI) / 180
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const { x, y } = about
    this.#doc.transform(cos, sin, -sin, cos, x - x * cos + y * sin, y - x * sin - y * cos)
  }

  fade(opacity: number): void {
    this.#state = { ...this.#state, alpha: this.#state.alpha * opacity }
  }

  clip(box: Box, radius = 0): void {
    this.#doc.addContent(`${boxOperators(box, radius)}\nW n`)
  }

  clipPath(path: Path, at: Vec): void {
    this.#doc.addContent(`${pathOperators(path, at)}\nW n`)
  }

  path(path: Path, at: Vec, style: PaintStyle): void {
    if (path.commands.length > 0) this.#paint(pathOperators(path, at), style)
  }

  rect(box: Box, style: PaintStyle, radius = 0): void {
    this.#paint(boxOperators(box, radius), style)
  }

  ellipse(box: Box, style: PaintStyle): void {
    this.#paint(ellipseOperators(box), style)
  }

  /** PDF has no blur, so it is approximated by concentric shapes of decreasing opacity. */
  shadow(box: Box): void {
    const { box: under, down, sigma, opacity } = getShadow(box)
    const placed = { ...under, y: under.y + down }
    let drawn = 0
    for (let ring = 0; ring < shadowRings; ring++) {
      const share = (ring + 0.5) / shadowRings
      const out = sigma * shadowReach * (1 - (2 * ring) / (shadowRings - 1))
      const aimed = opacity * blurredEdge(sigma * shadowReach * (1 - 2 * share), sigma)
      const alpha = 1 - (1 - aimed) / (1 - drawn)
      drawn = aimed
      const area = inflate(placed, out)
      if (area.w <= 0 || area.h <= 0) return
      this.rect(area, { fill: { color: '#000000', opacity: alpha } }, Math.max(0, out + sigma))
    }
  }

  text(block: TextBlock, at: Vec, color: string, theme: ThemeName): void {
    const lines = block.lines.map((line) => inReadingOrder(line))
    const written = lines.map((runs) => runs.map((run) => run.text).join('')).join('\n')
    // Readers order right-to-left text by guessing.
    const options = hasRightToLeft(written) ? { actual: written } : {}
    this.#mark(written.trim() === '' ? null : { type: 'P', options }, () => {
      for (const [i, line] of block.lines.entries()) {
        for (const run of lines[i]!) this.#run(run, { x: at.x + run.x, y: at.y + line.y }, color, theme)
        if (line.check) drawCheck(this, line.check, at, color)
      }
    })
  }

  image(fileId: string, box: Box, style: ImageStyle, theme: ThemeName): void {
    const image = this.#images.get(fileId)
    if (!image) {
      this.rect(box, { fill: { color: boardColors[theme].line } }, style.radius)
      return
    }
    const crop = style.crop ?? { x: 0, y: 0, w: 1, h: 1 }
    const [width, height] = [box.w / crop.w, box.h / crop.h]
    this.save()
    this.clip(box, style.radius)
    const [dx, dy] = [style.flipX ? 2 * box.x + box.w : 0, style.flipY ? 2 * box.y + box.h : 0]
    if (style.flipX || style.flipY)
      this.#doc.transform(style.flipX ? -1 : 1, 0, 0, style.flipY ? -1 : 1, dx, dy)
    this.#setFillAlpha(this.#state.alpha)
    const { alt = '' } = style
    this.#mark(alt === '' ? null : { type: 'Figure', options: { alt } }, () =>
      this.#doc.image(image, box.x - crop.x * width, box.y - crop.y * height, { width, height }),
    )
    this.restore()
  }

  link({ x, y, w, h }: Box, href: string): void {
    if (isLinkUrl(href)) this.#doc.link(x, y, w, h, asciiUrl(href))
  }

  #run(run: PlacedRun, at: Vec, color: string, theme: ThemeName): void {
    const drawn = getRunColor(run, color, theme)
    const { background, lines } = getDecorations(run, at)
    if (background) this.rect(background, { fill: { color: boardColors[theme].code } }, 3)
    if (run.text.trim() !== '') {
      this.#setFill(drawn)
      this.#setFillAlpha(this.#state.alpha)
      this.#glyphs.write(run, at)
      const { size, width, href } = run
      if (isLinkUrl(href)) this.#doc.link(at.x, at.y - size, width, size * 1.25, asciiUrl(href))
    }
    for (const line of lines) this.rect(line, { fill: { color: drawn } })
  }

  /** Draws a part of the document's structure; null: what only decorates, which screen readers pass over. */
  #mark(part: { readonly type: string; readonly options: StructureOptions } | null, draw: () => void): void {
    if (this.#isMarked) return draw()
    this.#isMarked = true
    const content = part ? this.#doc.markStructureContent(part.type) : this.#doc.markContent('Artifact')
    draw()
    this.#doc.endMarkedContent()
    this.#isMarked = false
    if (!part || !('refs' in content)) return
    const element = this.#doc.struct(part.type, part.options).add(content)
    element.end()
    this.#section.add(element)
  }

  /** Fill and stroke are drawn separately, as in the other pens: a translucent stroke shows the fill under it. */
  #paint(operators: string, style: PaintStyle): void {
    this.#mark(null, () => this.#paintMarked(operators, style))
  }

  #paintMarked(operators: string, { fill, stroke }: PaintStyle): void {
    if (fill) {
      this.#setFill(fill.color)
      this.#setFillAlpha((fill.opacity ?? 1) * this.#state.alpha)
      this.#doc.addContent(`${operators}\nf`)
    }
    if (!stroke) return
    if (this.#state.stroke !== stroke.color) {
      this.#state = { ...this.#state, stroke: stroke.color }
      this.#doc.addContent(`${colorOperands(stroke.color)} RG`)
    }
    const alpha = (stroke.opacity ?? 1) * this.#state.alpha
    if (this.#state.strokeAlpha !== alpha) {
      this.#state = { ...this.#state, strokeAlpha: alpha }
      this.#doc.strokeOpacity(alpha)
    }
    const dash = stroke.dash ? stroke.dash.map(n).join(' ') : ''
    const cap = stroke.cap === 'butt' ? 0 : 1
    this.#doc.addContent(`${n(stroke.width)} w ${cap} J 1 j [${dash}] 0 d\n${operators}\nS`)
  }

  #setFill(color: string): void {
    if (this.#state.fill === color) return
    this.#state = { ...this.#state, fill: color }
    this.#doc.addContent(`${colorOperands(color)} rg`)
  }

  #setFillAlpha(alpha: number): void {
    if (this.#state.fillAlpha === alpha) return
    this.#state = { ...this.#state, fillAlpha: alpha }
    this.#doc.fillOpacity(alpha)
  }
}

const shadowRings = 12
/** Visible radius of the blur, in standard deviations. */
const shadowReach = 2.2

/** Opacity of a blurred edge at distance `out` beyond it (page units): 1 inside, 0 far outside. */
function blurredEdge(out: number, sigma: number): number {
  // The logistic function approximates the normal distribution within 0.01.
  return 1 / (1 + Math.exp((1.702 * out) / sigma))
}

/** URLs in PDF are ASCII (ISO 32000-2, 12.6.4.8). */
function asciiUrl(href: string): string {
  return href.replace(/[^\u0021-\u007e]+/gu, encodeURIComponent)
}

/** The runs of a line in reading order; runs against the direction of the line are reversed as a group. */
function inReadingOrder({ runs, rtl }: TextLine): readonly PlacedRun[] {
  const order = rtl ? runs.toReversed() : [...runs]
  for (let i = 0; i < order.length; i++) {
    let end = i
    while (order[end] && order[end]!.rtl !== rtl) end++
    if (end > i) order.splice(i, end - i, ...order.slice(i, end).reverse())
    i = end
  }
  return order
}
