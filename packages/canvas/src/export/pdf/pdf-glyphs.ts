import type { PDFDocument } from './pdfkit.ts'
import type { Vec } from '../../geometry/vec.ts'
import { getMirrored, hasRightToLeft } from '../../text/bidi.ts'
import { getGraphemes } from '../../text/breaks.ts'
import type { MeasureText, PlacedRun, TextRun } from '../../text/run.ts'
import { filesNeeded, getFiles, hasCharacter, type FontFile } from '../font-files.ts'
import type { UsedFont } from '../text-pen.ts'
import type { GlyphImages } from './glyph-images.ts'

/** Writes text runs with embedded fonts, so that text can be searched and copied. */
export interface PdfGlyphs {
  /** `at` is the left end of the run's baseline. Uses the current colour and opacity. */
  write(run: PlacedRun, at: Vec): void
  /** Finishes the document; nothing can be written afterwards. */
  end(): void
}

/** A range of a run drawn with one font file; undefined if the screen uses a system font. */
interface FileRange {
  readonly file: FontFile | undefined
  readonly text: string
}

interface LoadedFonts {
  /** Names in the document. */
  readonly names: ReadonlyMap<FontFile, string>
  readonly bytes: ReadonlyMap<FontFile, Uint8Array>
}

/**
 * Text of glyphs that are only part of a character (such as Arabic dots). Readers ignore it, whereas they would
 * invent text for a glyph without any.
 */
const wordJoiner = 0x2060

/** Joiners, variation selectors and direction marks, which no font draws. */
const unseen = /\p{Default_Ignorable_Code_Point}/u

/** Loads and registers the needed fonts. Characters of fonts that fail to load are drawn as system glyphs. */
export async function createPdfGlyphs(
  doc: PDFDocument,
  written: readonly UsedFont[],
  files: readonly FontFile[],
  measure: MeasureText,
  images: GlyphImages,
): Promise<PdfGlyphs> {
  const names = new Map<FontFile, string>()
  const bytes = new Map<FontFile, Uint8Array>()
  await Promise.all(
    Array.from(filesNeeded(written, files), async (file, i) => {
      try {
        const woff = await file.read('woff')
        doc.registerFont(`font${i}`, woff)
        names.set(file, `font${i}`)
        bytes.set(file, woff)
      } catch {
        // Its characters become images of the glyphs on screen, which is better than a failed export.
      }
    }),
  )
  return new Glyphs(doc, { names, bytes }, measure, images)
}

class Glyphs implements PdfGlyphs {
  readonly #doc: PDFDocument
  readonly #files: readonly FontFile[]
  readonly #names: ReadonlyMap<FontFile, string>
  readonly #bytes: ReadonlyMap<FontFile, Uint8Array>
  readonly #mirroredNames = new Map<FontFile, string>()
  readonly #measure: MeasureText
  readonly #drawnImages: GlyphImages
  readonly #choices = new Map<string, readonly FontFile[]>()
  readonly #known = new Map<FontFile, Map<string, boolean>>()

  constructor(doc: PDFDocument, { names, bytes }: LoadedFonts, measure: MeasureText, images: GlyphImages) {
    this.#doc = doc
    this.#files = [...names.keys()]
    this.#names = names
    this.#bytes = bytes
    this.#measure = measure
    this.#drawnImages = images
  }

  write(run: PlacedRun, at: Vec): void {
    const ranges = this.#listRanges(run)
    // Glyphs go from left to right even in right-to-left text, the convention in PDF; readers reverse it, and infer
    // spaces from gaps. Of several fonts, as with brackets, they take over the order, so those parts are in reading order.
    const isMixed = run.rtl && ranges.some(({ text }) => text.trim() !== '' && !hasRightToLeft(text))
    if (run.rtl && !isMixed) ranges.reverse()
    let x = isMixed ? at.x + run.width : at.x
    for (const { file, text } of ranges) {
      const part: PlacedRun = { ...run, text }
      const room = ranges.length > 1 ? this.#measure(part) : run.width
      if (isMixed) x -= room
      const gap = run.rtl && text.trim() === ''
      if (file && !gap && run.rtl && !hasRightToLeft(text))
        this.#writeReversed(file, part, { x: x + room, y: at.y })
      else if (file && !gap) this.#writeGlyphs(this.#names.get(file)!, file, part, { x, y: at.y })
      else if (!gap) this.#drawnImages.write(part, { rtl: run.rtl, room }, { x, y: at.y })
      if (!isMixed) x += room
    }
  }

  end(): void {
    for (const name of this.#names.values()) {
      const { unicode } = this.#doc.font(name)._font
      unicode.forEach((codes, glyph) => {
        if (codes.length === 0) unicode[glyph] = [wordJoiner]
      })
    }
    for (const name of this.#mirroredNames.values()) {
      const { unicode } = this.#doc.font(name)._font
      unicode.forEach((codes, glyph) => {
        unicode[glyph] = codes.map((code) => {
          const character = String.fromCodePoint(code)
          return (getMirrored(character) ?? character).codePointAt(0)!
        })
      })
    }
    this.#drawnImages.end()
  }

  /** Spaces and punctuation within right-to-left text, whose direction the library cannot know. `at` is the right end. */
  #writeReversed(file: FontFile, run: PlacedRun, at: Vec): void {
    let { x } = at
    for (const text of getGraphemes(run.text)) {
      x -= this.#measure({ ...run, text })
      const mirrored = getMirrored(text)
      const name = mirrored === undefined ? this.#names.get(file)! : this.#getMirroredName(file)
      this.#writeGlyphs(name, file, { ...run, text: mirrored ?? text, rtl: false }, { x, y: at.y })
    }
  }

  /** A second copy of the font, in which brackets stand for their counterparts, so that readers find the typed ones. */
  #getMirroredName(file: FontFile): string {
    let name = this.#mirroredNames.get(file)
    if (name === undefined) {
      name = `${this.#names.get(file)!} mirrored`
      this.#doc.registerFont(name, this.#bytes.get(file)!)
      this.#mirroredNames.set(file, name)
    }
    return name
  }

  #writeGlyphs(name: string, file: FontFile, run: PlacedRun, at: Vec): void {
    this.#doc.font(name).fontSize(run.size)
    this.#doc.text(run.text, at.x, at.y, {
      lineBreak: false,
      baseline: 'alphabetic',
      oblique: run.italic && !file.italic,
      // With a feature list, even an empty one, the library shapes the text as a whole. By default it splits it
      // at spaces and would order right-to-left words from left to right.
      ...(run.rtl && { features: [] }),
    })
  }

  #listRanges(run: TextRun): FileRange[] {
    const choice = this.#listCandidates(run)
    const stretches: { file: FontFile | undefined; text: string }[] = []
    for (const character of getGraphemes(run.text)) {
      const file = choice.find((each) => this.#draws(each, character))
      const last = stretches.at(-1)
      if (last && last.file === file) last.text += character
      else stretches.push({ file, text: character })
    }
    return stretches
  }

  #listCandidates({ font, bold, italic }: TextRun): readonly FontFile[] {
    const key = `${font} ${bold} ${italic}`
    let choice = this.#choices.get(key)
    if (!choice) this.#choices.set(key, (choice = getFiles({ font, bold, italic }, this.#files)))
    return choice
  }

  #draws(file: FontFile, character: string): boolean {
    let known = this.#known.get(file)
    if (!known) this.#known.set(file, (known = new Map()))
    let draws = known.get(character)
    if (draws === undefined) {
      const font = this.#doc.font(this.#names.get(file)!)._font.font
      draws = Array.from(character).every((part) => {
        const code = part.codePointAt(0)!
        return unseen.test(part) || (hasCharacter(file, code) && font.hasGlyphForCodePoint(code))
      })
      known.set(character, draws)
    }
    return draws
  }
}
