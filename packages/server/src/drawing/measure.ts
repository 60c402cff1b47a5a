import {
  listRanges,
  type GlyphOutline,
  type MeasureText,
  type PlacedRun,
  type ShippedFontName,
  type TextRun,
} from '@tavla/canvas/svg'
import { readFont, type FontCut } from './font-files.ts'

/** Fonts that contain one script only. */
const ownScript: Readonly<Partial<Record<ShippedFontName, string>>> = {
  'Noto Sans Arabic': 'Arab',
  'Noto Sans Hebrew': 'Hebr',
  'Noto Sans Thai': 'Thai',
  'Noto Sans Devanagari': 'Deva',
}

/** Text shaped as in browsers. */
export interface Glyphs {
  /** In whole font units, as browsers measure. */
  readonly measure: MeasureText
  /** Glyph paths at their shaped positions: joined, mirrored, from left to right. */
  readonly outline: GlyphOutline
}

export async function createMeasure(): Promise<MeasureText> {
  return (await createGlyphs()).measure
}

/**
 * Shapes text like browsers: with HarfBuzz, the same fonts and the same default features (kerning and
 * ligatures on). Fonts are loaded when a character first needs them.
 */
export async function createGlyphs(): Promise<Glyphs> {
  // Loaded on first use: most servers' time is spent without drawing.
  const harfbuzz = await import('harfbuzzjs')
  interface FontFile {
    readonly font: InstanceType<typeof harfbuzz.Font>
    readonly upem: number
    readonly glyphs: Map<number, string>
  }
  const fonts = new Map<string, FontFile>()
  const buffer = new harfbuzz.Buffer()

  function findFont(cut: FontCut): FontFile {
    const key = `${cut.font}/${cut.subset}/${cut.bold ? 'b' : ''}${cut.italic ? 'i' : ''}`
    let found = fonts.get(key)
    if (!found) {
      const face = new harfbuzz.Face(new harfbuzz.Blob(readFont(cut)))
      fonts.set(key, (found = { font: new harfbuzz.Font(face), upem: face.upem, glyphs: new Map() }))
    }
    return found
  }

  /** Yields each run of one font in reading order, shaped in a reused buffer. */
  function* shaped({ text, font: family, bold, italic }: TextRun, rtl?: boolean): Generator<FontFile> {
    for (const { text: part, at, source } of listRanges(text, family)) {
      // For characters without a shipped font the layout sets the width.
      if (!source) continue
      const face = findFont({ ...source, bold, italic })
      buffer.reset()
      buffer.addText(text, at, part.length)
      buffer.guessSegmentProperties()
      // Some characters belong to several scripts (kashida); the font's script decides how they join.
      const script = ownScript[source.font]
      if (script !== undefined) buffer.setScript(script)
      if (rtl !== undefined) buffer.setDirection(rtl ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR)
      harfbuzz.shape(face.font, buffer)
      yield face
    }
  }

  function measure(run: TextRun): number {
    let width = 0
    for (const { upem } of shaped(run))
      for (const { xAdvance } of buffer.getGlyphPositions()) width += (xAdvance * run.size) / upem
    return width
  }

  /** Paths of one run starting at `x`, and its end. */
  function drawn({ font, upem, glyphs }: FontFile, size: number, x: number): { path: string; end: number } {
    const scale = size / upem
    let [path, end] = ['', x]
    const infos = buffer.getGlyphInfos()
    for (const [i, { xAdvance, xOffset, yOffset }] of buffer.getGlyphPositions().entries()) {
      const glyph = infos[i]?.codepoint ?? 0
      let shape = glyphs.get(glyph)
      if (shape === undefined) glyphs.set(glyph, (shape = font.glyphToPath(glyph)))
      path += placed(shape, scale, end + xOffset * scale, -yOffset * scale)
      end += xAdvance * scale
    }
    return { path, end }
  }

  function outline(run: PlacedRun): string {
    // Right to left: the first run is at the right end.
    const stretches: { path: string; width: number }[] = []
    for (const face of shaped(run, run.rtl)) {
      const { path, end } = drawn(face, run.size, 0)
      stretches.push({ path, width: end })
    }
    if (run.rtl) stretches.reverse()
    let x = 0
    let all = ''
    for (const { path, width } of stretches) {
      all += x === 0 ? path : placed(path, 1, x, 0, 1)
      x += width
    }
    return all
  }

  return { measure, outline }
}

const two = (value: number): number => Math.round(value * 100) / 100

/**
 * An absolute path (M, L, Q, C, Z), scaled and moved. `up` is -1 because fonts count upwards and SVG
 * downwards.
 */
function placed(path: string, scale: number, x: number, y: number, up: 1 | -1 = -1): string {
  let isX = true
  return path.replace(/[A-Z]|-?\d+(?:\.\d+)?(?:e-?\d+)?/g, (token) => {
    if (/[A-Z]/.test(token)) {
      isX = true
      return token
    }
    const value = isX ? Number(token) * scale + x : Number(token) * scale * up + y
    isX = !isX
    return String(two(value))
  })
}
