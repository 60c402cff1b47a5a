import type { Box } from '../../geometry/box.ts'
import { replayPath, type Path } from '../../geometry/path.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { FillStyle, ImageStyle, PaintStyle, Pen, StrokeStyle, ThemeName } from '../../pen.ts'
import { boardColors } from '../../shapes/shared/palette.ts'
import { cssFont } from '../../text/fonts.ts'
import type { PlacedRun, TextBlock, TextRun } from '../../text/run.ts'
import { drawCheck, getDecorations, getRunColor, getShadow } from '../decorations.ts'

export type Context2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** Decoded images. While one is not available, a placeholder is drawn. */
export interface ImageLookup {
  /** An image at least about this many device pixels wide, if available. */
  get(fileId: string, widthPx: number): ImageBitmap | undefined
}

/** Clamp limit in device pixels; beyond any canvas. */
const farAway = 50_000

/** Cached per path. */
const paths = new WeakMap<Path, Path2D>()

export function getPath2D(path: Path): Path2D {
  let built = paths.get(path)
  if (!built) {
    built = new Path2D()
    replayPath(path, built)
    paths.set(path, built)
  }
  return built
}

/** Width of a run in the system font; cached with its layout. */
const systemWidths = new WeakMap<TextRun, number>()

/** Draws on a canvas whose transform maps page units to pixels. No other code may change its state meanwhile. */
export function createCanvasPen(context: Context2D, images: ImageLookup): Pen {
  return new CanvasPen(context, images)
}

class CanvasPen implements Pen {
  readonly #context: Context2D
  readonly #drawnImages: ImageLookup
  readonly #alphas: number[] = []
  #alpha = 1
  // The current context state is tracked here, because reading or setting it each time is slower.
  #fill = ''
  #stroke = ''
  #dashed = false
  #font: TextRun | undefined
  #rtl: boolean | undefined = false

  constructor(context: Context2D, images: ImageLookup) {
    this.#context = context
    this.#drawnImages = images
    this.#prepare()
  }

  save(): void {
    this.#context.save()
    this.#alphas.push(this.#alpha)
  }

  restore(): void {
    this.#context.restore()
    this.#alpha = this.#alphas.pop() ?? 1
    this.#fill = ''
    this.#stroke = ''
    this.#dashed = true
    this.#font = undefined
    this.#rtl = undefined
  }

  translate(x: number, y: number): void {
    this.#context.translate(x, y)
  }

  rotate(degrees: number, about: Vec): void {
    this.#context.translate(about.x, about.y)
    this.#context.rotate((degrees * Math.PI) / 180)
    this.#context.translate(-about.x, -about.y)
  }

  fade(opacity: number): void {
    this.#alpha *= opacity
  }

  clip(box: Box, radius = 0): void {
    this.#trace(box, radius)
    this.#context.clip()
  }

  clipPath(path: Path, at: Vec): void {
    this.#context.translate(at.x, at.y)
    this.#context.clip(getPath2D(path))
    this.#context.translate(-at.x, -at.y)
  }

  path(path: Path, at: Vec, { fill, stroke }: PaintStyle): void {
    if (!fill && !stroke) return
    const built = getPath2D(path)
    this.#context.translate(at.x, at.y)
    if (fill) {
      this.#setFill(fill)
      this.#context.fill(built)
    }
    if (stroke) {
      this.#setStroke(stroke)
      this.#context.stroke(built)
    }
    this.#context.translate(-at.x, -at.y)
  }

  rect(box: Box, { fill, stroke }: PaintStyle, radius = 0): void {
    if (radius > 0) this.#trace(box, radius)
    if (fill) {
      this.#setFill(fill)
      if (radius > 0) this.#context.fill()
      else this.#context.fillRect(box.x, box.y, box.w, box.h)
    }
    if (stroke) {
      this.#setStroke(stroke)
      if (radius > 0) this.#context.stroke()
      else this.#context.strokeRect(box.x, box.y, box.w, box.h)
    }
  }

  ellipse(box: Box, { fill, stroke }: PaintStyle): void {
    const [rx, ry] = [box.w / 2, box.h / 2]
    this.#context.beginPath()
    this.#context.ellipse(box.x + rx, box.y + ry, rx, ry, 0, 0, Math.PI * 2)
    if (fill) {
      this.#setFill(fill)
      this.#context.fill()
    }
    if (stroke) {
      this.#setStroke(stroke)
      this.#context.stroke()
    }
  }

  shadow(box: Box): void {
    const context = this.#context
    const shadow = getShadow(box)
    const at = context.getTransform()
    const { a, b, c, d, e, f } = at
    // Shadow blur and offset are in device pixels and ignore the transform. The casting box is drawn outside of
    // the canvas, so that only its shadow is visible. A plain `fillRect` is the only shape whose blur is fast
    // without a GPU.
    context.setTransform(a, b, c, d, e - farAway, f)
    context.globalAlpha = this.#alpha * shadow.opacity
    context.shadowColor = '#000000'
    context.shadowBlur = 2 * shadow.sigma * Math.hypot(a, b)
    context.shadowOffsetX = farAway + c * shadow.down
    context.shadowOffsetY = d * shadow.down
    if (this.#fill !== '#000000') context.fillStyle = this.#fill = '#000000'
    context.fillRect(shadow.box.x, shadow.box.y, shadow.box.w, shadow.box.h)
    context.shadowColor = 'transparent'
    context.setTransform(at)
  }

  text(block: TextBlock, at: Vec, color: string, theme: ThemeName): void {
    for (const line of block.lines) {
      for (const run of line.runs) this.#run(run, at.x + run.x, at.y + line.y, color, theme)
      if (line.check) drawCheck(this, line.check, at, color)
    }
  }

  image(fileId: string, box: Box, style: ImageStyle, theme: ThemeName): void {
    const crop = style.crop
    const { a, b } = this.#context.getTransform()
    const widthPx = (box.w / (crop?.w || 1)) * Math.hypot(a, b)
    const picture = this.#drawnImages.get(fileId, widthPx)
    if (!picture) {
      this.rect(box, { fill: { color: boardColors[theme].line } }, style.radius)
      return
    }
    const { x, y, w, h } = crop ?? { x: 0, y: 0, w: 1, h: 1 }
    const changed = style.flipX || style.flipY || (style.radius ?? 0) > 0
    if (changed) {
      this.save()
      if (style.radius) this.clip(box, style.radius)
      this.#mirror(box, style)
    }
    const [width, height] = [picture.width, picture.height]
    this.#context.globalAlpha = this.#alpha
    this.#context.imageSmoothingQuality = getSmoothing(widthPx / width)
    this.#context.drawImage(picture, x * width, y * height, w * width, h * height, box.x, box.y, box.w, box.h)
    if (changed) this.restore()
  }

  #prepare(): void {
    const context = this.#context
    context.lineJoin = 'round'
    context.textBaseline = 'alphabetic'
    context.textAlign = 'left'
    // Scales glyph widths linearly with the zoom, so that line breaks stay the same.
    context.textRendering = 'geometricPrecision'
    context.fontKerning = 'normal'
    context.direction = 'ltr'
    context.setLineDash([])
  }

  #mirror(box: Box, { flipX, flipY }: ImageStyle): void {
    this.#context.translate(flipX ? 2 * box.x + box.w : 0, flipY ? 2 * box.y + box.h : 0)
    this.#context.scale(flipX ? -1 : 1, flipY ? -1 : 1)
  }

  #run(run: PlacedRun, x: number, y: number, color: string, theme: ThemeName): void {
    const drawn = getRunColor(run, color, theme)
    const decorated = run.underline || run.strike || run.code || run.href !== undefined
    const decorations = decorated ? getDecorations(run, { x, y }) : undefined
    if (decorations?.background)
      this.rect(decorations.background, { fill: { color: boardColors[theme].code } }, 3)
    this.#setFill({ color: drawn })
    this.#setFont(run)
    if (this.#rtl !== run.rtl) {
      this.#context.direction = run.rtl ? 'rtl' : 'ltr'
      this.#rtl = run.rtl
    }
    if (run.system) this.#fitText(run, x, y)
    else this.#context.fillText(run.text, x, y)
    if (decorations) for (const line of decorations.lines) this.rect(line, { fill: { color: drawn } })
  }

  /** System glyphs have other widths; they are scaled to the width computed by the layout. */
  #fitText(run: PlacedRun, x: number, y: number): void {
    const context = this.#context
    let width = systemWidths.get(run)
    if (width === undefined) systemWidths.set(run, (width = context.measureText(run.text).width))
    if (width <= 0 || run.width <= 0) return
    context.save()
    context.translate(x, y)
    context.scale(run.width / width, 1)
    context.fillText(run.text, 0, 0)
    context.restore()
  }

  #trace(box: Box, radius: number): void {
    this.#context.beginPath()
    if (radius > 0) this.#context.roundRect(box.x, box.y, box.w, box.h, radius)
    else this.#context.rect(box.x, box.y, box.w, box.h)
  }

  #setFont(run: TextRun): void {
    const last = this.#font
    const same =
      last &&
      last.size === run.size &&
      last.font === run.font &&
      last.bold === run.bold &&
      last.italic === run.italic
    if (!same) this.#context.font = cssFont(run)
    this.#font = run
  }

  #setFill(fill: FillStyle): void {
    this.#context.globalAlpha = fill.opacity === undefined ? this.#alpha : this.#alpha * fill.opacity
    if (this.#fill !== fill.color) this.#context.fillStyle = this.#fill = fill.color
  }

  #setStroke(stroke: StrokeStyle): void {
    const context = this.#context
    context.globalAlpha = stroke.opacity === undefined ? this.#alpha : this.#alpha * stroke.opacity
    if (this.#stroke !== stroke.color) context.strokeStyle = this.#stroke = stroke.color
    context.lineWidth = stroke.width
    context.lineCap = stroke.cap ?? 'round'
    if (stroke.dash) context.setLineDash(stroke.dash as number[])
    else if (this.#dashed) context.setLineDash([])
    this.#dashed = stroke.dash !== undefined
  }
}

/** Down to half of its size an image looks the same with less smoothing, which is several times faster without a GPU. */
function getSmoothing(scale: number): ImageSmoothingQuality {
  return scale <= 1 && scale >= 0.5 ? 'low' : 'high'
}
