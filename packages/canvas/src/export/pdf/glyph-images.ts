import type { PDFDocument, PdfReference, PdfValue } from './pdfkit.ts'
import { getUnion, type Box } from '../../geometry/box.ts'
import type { Vec } from '../../geometry/vec.ts'
import { cssFont } from '../../text/fonts.ts'
import { getGraphemes } from '../../text/breaks.ts'
import type { MeasureText, TextRun } from '../../text/run.ts'
import { pdfNumber } from './operators.ts'
import { split } from './pdf-images.ts'
import { unicodeMap } from './unicode-map.ts'

const n = pdfNumber

/**
 * Text in system fonts (CJK, emoji), whose files cannot be read. Each glyph is rasterized once into a Type 3 font
 * (ISO 32000-2, 9.6.4), so that the text can be searched and copied.
 */
export interface GlyphImages {
  /**
   * `at` is the left end of the baseline. Text is scaled to `room`, as on screen. Uses the current
   * fill colour, except for colour glyphs.
   */
  write(run: TextRun, options: { readonly rtl: boolean; readonly room: number }, at: Vec): void
  /** Adds the fonts to the document; nothing can be written afterwards. */
  end(): void
}

/** Pixels per glyph height, sufficient for headings in print. */
const emPx = 192
/** Glyph space units per font size. */
const unitsPerEm = 1000
const emBox: Box = { x: 0, y: 0, w: unitsPerEm, h: unitsPerEm }
/** One-byte character codes, without 0. */
const maxGlyphs = 255

interface BitmapFont {
  readonly name: string
  readonly ref: PdfReference
  readonly texts: string[]
  readonly widths: number[]
  readonly procs: Record<string, PdfValue>
  readonly images: Record<string, PdfValue>
  /** Bounds of all glyphs, in glyph space. */
  bounds: Box
}

interface Code {
  readonly font: BitmapFont
  /** From 1 to 255. */
  readonly code: number
}

export function createGlyphImages(doc: PDFDocument, measure: MeasureText): GlyphImages {
  const fonts: BitmapFont[] = []
  const codes = new Map<string, Code>()

  const openFont = (): BitmapFont => {
    const last = fonts.at(-1)
    if (last && last.texts.length < maxGlyphs) return last
    const name = `T${fonts.length + 1}`
    const font: BitmapFont = {
      name,
      ref: doc.ref(),
      texts: [],
      widths: [],
      procs: {},
      images: {},
      bounds: emBox,
    }
    fonts.push(font)
    return font
  }

  /** `picture` is the glyph to draw for the code; it can be a whole word, or nothing. */
  const getCode = (character: TextRun, image: TextRun | undefined, width: number): Code => {
    const key = `${cssFont(character, emPx)} ${character.text} ${image?.text ?? ''} ${n(width)}`
    let known = codes.get(key)
    if (!known) {
      const font = openFont()
      const code = font.texts.push(character.text)
      font.widths.push(width * unitsPerEm)
      putGlyph(doc, font, code, image, width)
      codes.set(key, (known = { font, code }))
    }
    return known
  }
  const put = ({ font, code }: Code, size: number, squeeze: number, at: Vec): void => {
    doc.page.fonts[font.name] = font.ref
    const hex = code.toString(16).padStart(2, '0')
    // The page transform flips the y axis, so glyphs are flipped back.
    const matrix = `${n(squeeze)} 0 0 -1 ${n(at.x)} ${n(at.y)}`
    doc.addContent(`BT /${font.name} ${n(size)} Tf ${matrix} Tm <${hex}> Tj ET`)
  }

  return {
    write(run, { rtl, room }, at) {
      const characters = getGraphemes(run.text).map((text) => ({ ...run, text }))
      if (rtl) characters.reverse()
      const widths = characters.map((character) => measure({ ...character, size: 1 }))
      const squeeze = room / (run.size * widths.reduce((sum, width) => sum + width, 0))
      if (!Number.isFinite(squeeze)) return
      let { x } = at
      // Right-to-left scripts mostly join letters: the first code draws the whole run, the others are empty.
      characters.forEach((character, i) => {
        const image = rtl ? (i === 0 ? run : undefined) : character
        put(getCode(character, image, widths[i]!), run.size, squeeze, { x, y: at.y })
        x += widths[i]! * run.size * squeeze
      })
    },
    end() {
      for (const font of fonts) endFont(doc, font)
    },
  }
}

function endFont(doc: PDFDocument, { ref, texts, widths, procs, images, bounds }: BitmapFont): void {
  const map = doc.ref()
  map.end(unicodeMap(texts))
  ref.data = {
    Type: 'Font',
    Subtype: 'Type3',
    FontBBox: [bounds.x, bounds.y, bounds.x + bounds.w, bounds.y + bounds.h],
    FontMatrix: [1 / unitsPerEm, 0, 0, 1 / unitsPerEm, 0, 0],
    CharProcs: procs,
    Encoding: { Type: 'Encoding', Differences: [1, ...texts.map((_, i) => `g${i + 1}`)] },
    FirstChar: 1,
    LastChar: texts.length,
    Widths: widths,
    Resources: { XObject: images },
    ToUnicode: map,
  }
  ref.end()
}

/** Adds a glyph to the font, as a colour image or as a mask for the current fill colour. */
function putGlyph(
  doc: PDFDocument,
  font: BitmapFont,
  code: number,
  picture: TextRun | undefined,
  width: number,
): void {
  const proc = doc.ref()
  font.procs[`g${code}`] = proc
  const seen = picture && getImage(picture)
  const advance = n(width * unitsPerEm)
  if (!seen) return proc.end(`${advance} 0 d0`)
  const { left, bottom, w, h, image } = seen
  const per = unitsPerEm / emPx
  const [x, y, right, top] = [left * per, bottom * per, (left + w) * per, (bottom + h) * per]
  font.bounds = getUnion(font.bounds, { x, y, w: right - x, h: top - y })
  const name = `${font.name}g${code}`
  const ref = doc.ref({ Type: 'XObject', Subtype: 'Image', Width: w, Height: h })
  const bitmap = getGlyphBitmap(image)
  if (bitmap) {
    Object.assign(ref.data, { ImageMask: true, BitsPerComponent: 1 })
    ref.end(bitmap)
  } else putColors(doc, ref, image)
  font.images[name] = ref
  const head = bitmap ? `${advance} 0 ${n(x)} ${n(y)} ${n(right)} ${n(top)} d1` : `${advance} 0 d0`
  proc.end(`${head}\nq ${n(right - x)} 0 0 ${n(top - y)} ${n(x)} ${n(y)} cm /${name} Do Q`)
}

/** The glyph rendered in black at `emPx`, cropped to its ink; pixels from its origin, `bottom` upwards. */
function getImage(
  run: TextRun,
): { left: number; bottom: number; w: number; h: number; image: ImageData } | undefined {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('this browser has no canvas to draw letters with')
  const font = cssFont(run, emPx)
  context.font = font
  const box = context.measureText(run.text)
  const left = Math.floor(-box.actualBoundingBoxLeft) - 1
  const bottom = Math.floor(-box.actualBoundingBoxDescent) - 1
  const w = Math.ceil(box.actualBoundingBoxRight) + 1 - left
  const h = Math.ceil(box.actualBoundingBoxAscent) + 1 - bottom
  if (w <= 2 || h <= 2) return undefined
  context.canvas.width = w
  context.canvas.height = h
  context.font = font
  context.fillText(run.text, -left, h + bottom)
  return { left, bottom, w, h, image: context.getImageData(0, 0, w, h) }
}

/** One bit per pixel, 0 for ink; undefined for a colour glyph. */
function getGlyphBitmap({ data, width, height }: ImageData): Uint8Array | undefined {
  const rowBytes = Math.ceil(width / 8)
  const bits = new Uint8Array(rowBytes * height).fill(0xff)
  for (let i = 0, pixel = 0; i < data.length; i += 4, pixel++) {
    if (data[i + 3]! === 0) continue
    if (Math.max(data[i]!, data[i + 1]!, data[i + 2]!) > 32) return undefined
    if (data[i + 3]! < 128) continue
    const column = pixel % width
    bits[Math.floor(pixel / width) * rowBytes + (column >> 3)]! &= ~(0x80 >> (column & 7))
  }
  return bits
}

function putColors(doc: PDFDocument, ref: PdfReference, { data, width, height }: ImageData): void {
  const rgb = new Uint8Array(width * height * 3)
  const alpha = new Uint8Array(width * height)
  split(data, rgb, alpha, 0)
  const common = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height, BitsPerComponent: 8 }
  const mask = doc.ref({ ...common, ColorSpace: 'DeviceGray' })
  mask.end(alpha)
  Object.assign(ref.data, { BitsPerComponent: 8, ColorSpace: 'DeviceRGB', SMask: mask })
  ref.end(rgb)
}
