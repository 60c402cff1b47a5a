import type { Box } from '../../../geometry/box.ts'
import type { Path } from '../../../geometry/path.ts'
import { replayPath, type PathSink } from '../../../geometry/path.ts'
import type { Vec } from '../../../geometry/vec.ts'
import type { FillStyle, PaintStyle, Pen, StrokeStyle } from '../../../pen.ts'
import type { TextBlock } from '../../../text/run.ts'

/** Numbers per block: kind, x0, y0, x1, y1, width. */
export const blockStride = 6
export const blockKind = { rect: 0, line: 1 } as const

/** Fraction of a text line's box that glyphs cover. */
const textCover = 0.4
/** An ellipse covers π/4 of its box; a rectangle of equal area has sides scaled by √(π/4). */
const ellipseInset = (1 - Math.sqrt(Math.PI / 4)) / 2
/** More corners are indistinguishable at the scales at which blocks are used. */
const maxSegments = 12

/**
 * Converts a drawing to coloured boxes and lines, which the block raster paints thousands of times faster than a
 * canvas.
 */
export class BlockPen implements Pen {
  readonly #blocks: number[] = []
  readonly #colors: number[] = []
  readonly #stack: { matrix: Matrix; fade: number }[] = []
  #matrix: Matrix = identity
  #fade = 1
  #imageSide = 0

  /** `blockStride` numbers per block; valid until the next `begin`. */
  get blocks(): readonly number[] {
    return this.#blocks
  }

  /** One colour per block, 0xAABBGGRR (little-endian RGBA). */
  get colors(): readonly number[] {
    return this.#colors
  }

  /** Longest side of an image in the drawing, page units; 0 without any. */
  get imageSide(): number {
    return this.#imageSide
  }

  /** Resets the pen; coordinates are relative to this point. */
  begin(originX: number, originY: number): void {
    this.#blocks.length = 0
    this.#colors.length = 0
    this.#stack.length = 0
    this.#matrix = [1, 0, 0, 1, -originX, -originY]
    this.#fade = 1
    this.#imageSide = 0
  }

  save(): void {
    this.#stack.push({ matrix: this.#matrix, fade: this.#fade })
  }

  restore(): void {
    const saved = this.#stack.pop()
    if (!saved) return
    this.#matrix = saved.matrix
    this.#fade = saved.fade
  }

  translate(x: number, y: number): void {
    this.#matrix = times(this.#matrix, [1, 0, 0, 1, x, y])
  }

  rotate(degrees: number, about: Vec): void {
    this.#matrix = times(this.#matrix, rotation(degrees, about))
  }

  fade(opacity: number): void {
    this.#fade *= opacity
  }

  // Clips within an element are negligible at this scale; frames clip their children in the raster.
  clip(): void {}
  clipPath(): void {}
  shadow(): void {}

  path(path: Path, at: Vec, { stroke, fill }: PaintStyle): void {
    const { points, closed } = cornersOfPath(path, times(this.#matrix, [1, 0, 0, 1, at.x, at.y]))
    if (fill) this.#fill(points, fill)
    else if (stroke) this.#line(points, stroke, closed)
  }

  rect(box: Box, { stroke, fill }: PaintStyle): void {
    if (fill) this.#fill(this.#getCorners(box), fill)
    else if (stroke) this.#line(this.#getCorners(box), stroke, true)
  }

  ellipse(box: Box, { stroke, fill }: PaintStyle): void {
    const dx = box.w * ellipseInset
    const dy = box.h * ellipseInset
    const inner = this.#getCorners({ x: box.x + dx, y: box.y + dy, w: box.w - 2 * dx, h: box.h - 2 * dy })
    if (fill) this.#fill(inner, fill)
    else if (stroke) this.#line(inner, stroke, true)
  }

  text(block: TextBlock, at: Vec, color: string): void {
    for (const { x, y, width, runs } of block.lines) {
      const size = runs[0]?.size ?? 0
      if (width <= 0 || size <= 0) continue
      const bar = this.#getCorners({ x: at.x + x, y: at.y + y - size * 0.6, w: width, h: size * 0.6 })
      this.#fill(bar, { color, opacity: textCover })
    }
  }

  image(_fileId: string, box: Box): void {
    this.#imageSide = Math.max(this.#imageSide, box.w, box.h)
    this.#fill(this.#getCorners(box), { color: imageTone })
  }

  #push(kind: number, a: Vec, b: Vec, width: number, color: number): void {
    this.#blocks.push(kind, a.x, a.y, b.x, b.y, width)
    this.#colors.push(color)
  }

  #line(points: readonly Vec[], style: StrokeStyle, closed: boolean): void {
    const color = getPixel(style.color, (style.opacity ?? 1) * this.#fade)
    const step = Math.max(1, Math.ceil(points.length / maxSegments))
    let from = points[0]
    if (!from) return
    for (let i = step; from && i < points.length + step - 1; i += step) {
      const to: Vec | undefined = points[Math.min(i, points.length - 1)]
      if (to) this.#push(blockKind.line, from, to, style.width, color)
      from = to
    }
    const last = points.at(-1)
    const first = points[0]
    if (closed && last && first) this.#push(blockKind.line, last, first, style.width, color)
  }

  /** Fills the bounds of a polygon, with opacity reduced by the fraction it covers. */
  #fill(points: readonly Vec[], fill: FillStyle): void {
    let left = Infinity
    let top = Infinity
    let right = -Infinity
    let bottom = -Infinity
    for (const p of points) {
      left = Math.min(left, p.x)
      right = Math.max(right, p.x)
      top = Math.min(top, p.y)
      bottom = Math.max(bottom, p.y)
    }
    const area = (right - left) * (bottom - top)
    if (!(area > 0)) return
    const cover = Math.min(1, Math.abs(getArea(points)) / area)
    const color = getPixel(fill.color, (fill.opacity ?? 1) * cover * this.#fade)
    this.#push(blockKind.rect, { x: left, y: top }, { x: right, y: bottom }, 0, color)
  }

  #getCorners(box: Box): Vec[] {
    const matrix = this.#matrix
    return [
      placed(matrix, box.x, box.y),
      placed(matrix, box.x + box.w, box.y),
      placed(matrix, box.x + box.w, box.y + box.h),
      placed(matrix, box.x, box.y + box.h),
    ]
  }
}

/** For images too small to be drawn as such. */
const imageTone = '#a8a59d'

type Matrix = readonly [number, number, number, number, number, number]
const identity: Matrix = [1, 0, 0, 1, 0, 0]

function rotation(degrees: number, about: Vec): Matrix {
  const angle = (degrees * Math.PI) / 180
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  return [
    cos,
    sin,
    -sin,
    cos,
    about.x - about.x * cos + about.y * sin,
    about.y - about.x * sin - about.y * cos,
  ]
}

function times(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ]
}

function placed(m: Matrix, x: number, y: number): Vec {
  return { x: m[0] * x + m[2] * y + m[4], y: m[1] * x + m[3] * y + m[5] }
}

/** Points of a path; curves are approximated by chords. */
function cornersOfPath(path: Path, matrix: Matrix): { points: Vec[]; closed: boolean } {
  const points: Vec[] = []
  let closed = false
  const take = (x: number, y: number): void => {
    points.push(placed(matrix, x, y))
  }
  const sink: PathSink = {
    moveTo: take,
    lineTo: take,
    quadraticCurveTo: (_cx, _cy, x, y) => take(x, y),
    bezierCurveTo: (_ax, _ay, _bx, _by, x, y) => take(x, y),
    closePath: () => {
      closed = true
    },
  }
  replayPath(path, sink)
  return { points, closed }
}

function getArea(points: readonly Vec[]): number {
  let twice = 0
  let from = points.at(-1)
  for (const to of points) {
    if (from) twice += from.x * to.y - to.x * from.y
    from = to
  }
  return twice / 2
}

const pixels = new Map<string, number>()
const maxPixels = 4096

/** A CSS hex colour as a little-endian RGBA number; mid grey for anything else. */
export function getPixel(color: string, opacity: number): number {
  let rgb = pixels.get(color)
  if (rgb === undefined) {
    rgb = parseHex(color)
    if (pixels.size >= maxPixels) pixels.clear()
    pixels.set(color, rgb)
  }
  const alpha = Math.round(Math.max(0, Math.min(1, opacity)) * (rgb >>> 24))
  return ((alpha << 24) | (rgb & 0xffffff)) >>> 0
}

function parseHex(color: string): number {
  const long = /^#([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(color)
  if (!long) return 0xff808080
  const rgb = Number.parseInt(long[1]!, 16)
  const alpha = long[2] === undefined ? 255 : Number.parseInt(long[2], 16)
  return ((alpha << 24) | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0
}
