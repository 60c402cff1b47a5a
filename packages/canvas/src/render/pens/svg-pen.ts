import type { Box } from '../../geometry/box.ts'
import { replayPath, type Path } from '../../geometry/path.ts'
import type { Vec } from '../../geometry/vec.ts'
import { isLinkUrl } from '../../document/text/rich-text.ts'
import type { FillStyle, ImageStyle, PaintStyle, Pen, StrokeStyle, ThemeName } from '../../pen.ts'
import { boardColors } from '../../shapes/shared/palette.ts'
import { fontFamilies } from '../../text/fonts.ts'
import type { PlacedRun, TextBlock } from '../../text/run.ts'
import { drawCheck, getDecorations, getRunColor, getShadow } from '../decorations.ts'

/** URL of an image, possibly a `data:` URL. Undefined draws a placeholder. */
export type ImageUrl = (fileId: string) => string | undefined

/** How to draw characters outside of the shipped fonts: as text in the viewer's fonts, or as bars. */
export type SystemText = 'letters' | 'bars'

/** A run's glyphs as an SVG path from the left end of its baseline, for viewers without our fonts. */
export type GlyphOutline = (run: PlacedRun) => string

export function escapeXml(text: string): string {
  return (
    text
      // Characters that are invalid in XML 1.0, including lone surrogates.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;')
      .replace(/"/g, '&quot;')
      .replace(/'/g, '&#39;')
  )
}

/** Two decimals, finer than a pixel at 3,000 %. Never `NaN`, which would invalidate the element. */
export function svgNumber(value: number): string {
  return Number.isFinite(value) ? String(Math.round(value * 100) / 100 + 0) : '0'
}

const n = svgNumber

/** Opacities need a third decimal: the faintest ring of a shadow has 0.01. */
function fraction(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}

/** Writes SVG elements. */
export class SvgPen implements Pen {
  #out: string[] = []
  #definitions: string[] = []
  /** Number of groups opened since each `save`. */
  #open: number[] = [0]
  #alphas: number[] = [1]
  #shadowed = false
  readonly #image: ImageUrl
  readonly #idPrefix: string
  readonly #systemText: SystemText
  readonly #outline: GlyphOutline | undefined

  /** `idPrefix` makes ids unique when several drawings are in one document. */
  constructor(
    options: {
      readonly image?: ImageUrl
      readonly idPrefix?: string
      readonly systemText?: SystemText
      readonly outline?: GlyphOutline
    } = {},
  ) {
    this.#systemText = options.systemText ?? 'letters'
    this.#outline = options.outline
    this.#image = options.image ?? (() => undefined)
    this.#idPrefix = options.idPrefix ?? 't'
  }

  /** Everything drawn so far, including definitions. */
  markup(): string {
    return this.elements().join('')
  }

  /** The same in parts, for drawings that are too long for one string. */
  elements(): readonly string[] {
    const definitions = this.#definitions.length > 0 ? `<defs>${this.#definitions.join('')}</defs>` : ''
    return [definitions, ...this.#out]
  }

  save(): void {
    this.#open.push(0)
    this.#alphas.push(this.#alphas[this.#alphas.length - 1]!)
  }

  restore(): void {
    if (this.#open.length < 2) return
    this.#out.push('</g>'.repeat(this.#open.pop()!))
    this.#alphas.pop()
  }

  translate(x: number, y: number): void {
    this.#group(`transform="translate(${n(x)} ${n(y)})"`)
  }

  rotate(degrees: number, about: Vec): void {
    this.#group(`transform="rotate(${n(degrees)} ${n(about.x)} ${n(about.y)})"`)
  }

  fade(opacity: number): void {
    this.#alphas[this.#alphas.length - 1]! *= opacity
  }

  clip(box: Box, radius = 0): void {
    this.#clipTo(`<rect ${boxAttributes(box)}${roundAttribute(radius)}/>`)
  }

  clipPath(path: Path, at: Vec): void {
    this.#clipTo(`<path d="${pathData(path, at)}"/>`)
  }

  path(path: Path, at: Vec, style: PaintStyle): void {
    if (path.commands.length > 0) this.#out.push(`<path d="${pathData(path, at)}"${this.#paint(style)}/>`)
  }

  rect(box: Box, style: PaintStyle, radius = 0): void {
    this.#out.push(`<rect ${boxAttributes(box)}${roundAttribute(radius)}${this.#paint(style)}/>`)
  }

  ellipse(box: Box, style: PaintStyle): void {
    const [rx, ry] = [box.w / 2, box.h / 2]
    this.#out.push(
      `<ellipse cx="${n(box.x + rx)}" cy="${n(box.y + ry)}" rx="${n(rx)}" ry="${n(ry)}"${this.#paint(style)}/>`,
    )
  }

  shadow(box: Box): void {
    const { box: under, down, sigma, opacity } = getShadow(box)
    const id = `${this.#idPrefix}-shadow`
    if (!this.#shadowed) {
      this.#shadowed = true
      this.#definitions.push(
        `<filter id="${id}" x="-1" y="-1" width="3" height="3"><feGaussianBlur stdDeviation="${n(sigma)}"/></filter>`,
      )
    }
    const attributes = boxAttributes({ ...under, y: under.y + down })
    this.#out.push(
      `<rect ${attributes} fill="#000000"${this.#opacity('fill', opacity)} filter="url(#${id})"/>`,
    )
  }

  text(block: TextBlock, at: Vec, color: string, theme: ThemeName): void {
    for (const line of block.lines) {
      for (const run of line.runs) this.#run(run, { x: at.x + run.x, y: at.y + line.y }, color, theme)
      if (line.check) drawCheck(this, line.check, at, color)
    }
  }

  image(fileId: string, box: Box, style: ImageStyle, theme: ThemeName): void {
    const address = this.#image(fileId)
    if (address === undefined) {
      this.rect(box, { fill: { color: boardColors[theme].line } }, style.radius)
      return
    }
    const crop = style.crop ?? { x: 0, y: 0, w: 1, h: 1 }
    const whole = {
      x: box.x - (crop.x / crop.w) * box.w,
      y: box.y - (crop.y / crop.h) * box.h,
      w: box.w / crop.w,
      h: box.h / crop.h,
    }
    const flip = style.flipX || style.flipY
    this.save()
    this.clip(box, style.radius)
    if (flip) {
      const [dx, dy] = [style.flipX ? 2 * box.x + box.w : 0, style.flipY ? 2 * box.y + box.h : 0]
      this.#group(`transform="matrix(${style.flipX ? -1 : 1} 0 0 ${style.flipY ? -1 : 1} ${n(dx)} ${n(dy)})"`)
    }
    const label = style.alt ? ` role="img" aria-label="${escapeXml(style.alt)}"` : ''
    const alpha = this.#alpha() < 1 ? ` opacity="${fraction(this.#alpha())}"` : ''
    this.#out.push(
      `<image ${boxAttributes(whole)} preserveAspectRatio="none" href="${escapeXml(address)}"${alpha}${label}/>`,
    )
    this.restore()
  }

  link(box: Box, href: string): void {
    if (isLinkUrl(href))
      this.#out.push(
        `<a href="${escapeXml(href)}"><rect ${boxAttributes(box)} fill="none" pointer-events="all"/></a>`,
      )
  }

  #run(run: PlacedRun, at: Vec, color: string, theme: ThemeName): void {
    const drawn = getRunColor(run, color, theme)
    const fill = `fill="${drawn}"${this.#opacity('fill', 1)}`
    const { background, lines } = getDecorations(run, at)
    if (background) this.rect(background, { fill: { color: boardColors[theme].code } }, 3)
    if (run.system && this.#systemText === 'bars') {
      this.rect({ x: at.x, y: at.y - run.size * 0.55, w: run.width, h: run.size * 0.4 }, barStyle(drawn))
      return
    }
    if (this.#outline && !run.system) {
      const characters = this.#outline(run)
      if (characters !== '')
        this.#out.push(`<path transform="translate(${n(at.x)} ${n(at.y)})" d="${characters}" ${fill}/>`)
      for (const line of lines) this.rect(line, { fill: { color: drawn } })
      return
    }
    // Anchored in the middle, which is correct for both text directions and in viewers that ignore `direction`.
    const middle = n(at.x + run.width / 2)
    const direction = run.rtl ? ' direction="rtl" unicode-bidi="embed"' : ''
    const face = `font-family="${escapeXml(fontFamilies[run.font].css)}" font-size="${n(run.size)}"`
    const styles = (run.bold ? ' font-weight="700"' : '') + (run.italic ? ' font-style="italic"' : '')
    // System fonts of viewers have other widths.
    const fitted = run.system ? ` textLength="${n(run.width)}" lengthAdjust="spacingAndGlyphs"` : ''
    const text = `<text x="${middle}" y="${n(at.y)}" text-anchor="middle"${fitted} xml:space="preserve" ${face}${styles}${direction} ${fill}>${escapeXml(run.text)}</text>`
    const href = isLinkUrl(run.href) ? escapeXml(run.href) : undefined
    if (run.text.trim() !== '') this.#out.push(href ? `<a href="${href}">${text}</a>` : text)
    for (const line of lines) this.rect(line, { fill: { color: drawn } })
  }

  #clipTo(content: string): void {
    const id = `${this.#idPrefix}-clip${this.#definitions.length}`
    this.#definitions.push(`<clipPath id="${id}">${content}</clipPath>`)
    this.#group(`clip-path="url(#${id})"`)
  }

  #group(attributes: string): void {
    this.#out.push(`<g ${attributes}>`)
    this.#open[this.#open.length - 1]!++
  }

  #alpha(): number {
    return this.#alphas[this.#alphas.length - 1]!
  }

  #opacity(what: 'fill' | 'stroke', own: number | undefined): string {
    const alpha = (own ?? 1) * this.#alpha()
    return alpha < 1 ? ` ${what}-opacity="${fraction(alpha)}"` : ''
  }

  #paint({ fill, stroke }: PaintStyle): string {
    return this.#fill(fill) + this.#stroke(stroke)
  }

  #fill(fill: FillStyle | undefined): string {
    return fill ? ` fill="${escapeXml(fill.color)}"${this.#opacity('fill', fill.opacity)}` : ' fill="none"'
  }

  #stroke(stroke: StrokeStyle | undefined): string {
    if (!stroke) return ''
    const dash = stroke.dash ? ` stroke-dasharray="${stroke.dash.map(n).join(' ')}"` : ''
    const cap = stroke.cap === 'butt' ? '' : ' stroke-linecap="round"'
    return ` stroke="${escapeXml(stroke.color)}" stroke-width="${n(stroke.width)}" stroke-linejoin="round"${cap}${dash}${this.#opacity('stroke', stroke.opacity)}`
  }
}

function barStyle(color: string): PaintStyle {
  return { fill: { color, opacity: 0.45 } }
}

function boxAttributes(box: Box): string {
  return `x="${n(box.x)}" y="${n(box.y)}" width="${n(box.w)}" height="${n(box.h)}"`
}

function roundAttribute(radius: number): string {
  return radius > 0 ? ` rx="${n(radius)}"` : ''
}

/** A path in SVG syntax, offset by `at`. */
export function pathData(path: Path, at: Vec): string {
  const out: string[] = []
  const px = (x: number): string => n(x + at.x)
  const py = (y: number): string => n(y + at.y)
  replayPath(path, {
    moveTo: (x, y) => out.push(`M${px(x)} ${py(y)}`),
    lineTo: (x, y) => out.push(`L${px(x)} ${py(y)}`),
    quadraticCurveTo: (a, b, x, y) => out.push(`Q${px(a)} ${py(b)} ${px(x)} ${py(y)}`),
    bezierCurveTo: (a, b, c, d, x, y) => out.push(`C${px(a)} ${py(b)} ${px(c)} ${py(d)} ${px(x)} ${py(y)}`),
    closePath: () => out.push('Z'),
  })
  return out.join('')
}
