import type { PDFDocument } from './pdfkit.ts'
import type { Vec } from '../../geometry/vec.ts'
import { getGraphemes } from '../../text/breaks.ts'
import type { MeasureText, PlacedRun, TextRun } from '../../text/run.ts'
import { filesNeeded, getFiles, holds, type FontFile } from '../font-files.ts'
import type { UsedFont } from '../text-pen.ts'
import type { GlyphImages } from './glyph-images.ts'

/** Writes runs of text as text: with the fonts in the document, so that it can be read, found and copied. */
export interface PdfGlyphs {
  /** `at` is the run's left end on its baseline; colour and opacity are the page's present ones. */
  write(run: PlacedRun, at: Vec): void
  /** Finishes the document; nothing may be written afterwards. */
  end(): void
}

/** A range of a run that one font file draws; undefined where the system's font is used on screen. */
interface FileRange {
  readonly file: FontFile | undefined
  readonly text: string
}

/**
 * Stands for glyphs that are a part of a character (the dots of Arabic ones), which have no code: readers pass over it,
 * where they would make one up for a glyph that stands for nothing.
 */
const wordJoiner = 0x2060

/** Joiners, variation selectors and marks of direction: drawn by no font, and so missing from none. */
const unseen = /\p{Default_Ignorable_Code_Point}/u

/** Fetches the fonts that are needed and registers them. One that cannot be had is drawn as the system's would be. */
export async function createPdfGlyphs(
  doc: PDFDocument,
  written: readonly UsedFont[],
  files: readonly FontFile[],
  measure: MeasureText,
  images: GlyphImages,
): Promise<PdfGlyphs> {
  const names = new Map<FontFile, string>()
  await Promise.all(
    Array.from(filesNeeded(written, files), async (file, i) => {
      try {
        doc.registerFont(`font${i}`, await file.read('woff'))
        names.set(file, `font${i}`)
      } catch {
        // Its characters become images of what the screen shows; failing the export would be worse.
      }
    }),
  )
  return new Glyphs(doc, [...names.keys()], names, measure, images)
}

class Glyphs implements PdfGlyphs {
  readonly #doc: PDFDocument
  readonly #files: readonly FontFile[]
  readonly #names: ReadonlyMap<FontFile, string>
  readonly #measure: MeasureText
  readonly #drawnImages: GlyphImages
  readonly #choices = new Map<string, readonly FontFile[]>()
  readonly #known = new Map<FontFile, Map<string, boolean>>()

  constructor(
    doc: PDFDocument,
    files: readonly FontFile[],
    names: ReadonlyMap<FontFile, string>,
    measure: MeasureText,
    images: GlyphImages,
  ) {
    this.#doc = doc
    this.#files = files
    this.#names = names
    this.#measure = measure
    this.#drawnImages = images
  }

  write(run: PlacedRun, at: Vec): void {
    const stretches = this.#listRanges(run)
    // From left to right also where words run to the left, as fonts for them are written: readers turn them round.
    if (run.rtl) stretches.reverse()
    let { x } = at
    for (const { file, text } of stretches) {
      const part: TextRun = { ...run, text }
      const room = stretches.length > 1 ? this.#measure(part) : run.width
      // Spaces between such words come from another font; a reader takes the gap for one, and the words stay together.
      const gap = run.rtl && text.trim() === ''
      if (file && !gap) this.#writeWith(file, part, run.rtl, { x, y: at.y })
      else if (!gap) this.#drawnImages.write(part, { rtl: run.rtl, room }, { x, y: at.y })
      x += room
    }
  }

  end(): void {
    for (const name of this.#names.values()) {
      const { unicode } = this.#doc.font(name)._font
      unicode.forEach((codes, glyph) => {
        if (codes.length === 0) unicode[glyph] = [wordJoiner]
      })
    }
    this.#drawnImages.end()
  }

  #writeWith(file: FontFile, run: TextRun, rtl: boolean, at: Vec): void {
    this.#doc.font(this.#names.get(file)!).fontSize(run.size)
    this.#doc.text(run.text, at.x, at.y, {
      lineBreak: false,
      baseline: 'alphabetic',
      oblique: run.italic && !file.italic,
      // Asked for features, even none, the library shapes the text whole: word by word, it would put words that run
      // to the left in the order of those that run to the right.
      ...(rtl && { features: [] }),
    })
  }

  #listRanges(run: TextRun): FileRange[] {
    const choice = this.#choiceFor(run)
    const stretches: { file: FontFile | undefined; text: string }[] = []
    for (const character of getGraphemes(run.text)) {
      const file = choice.find((each) => this.#draws(each, character))
      const last = stretches.at(-1)
      if (last && last.file === file) last.text += character
      else stretches.push({ file, text: character })
    }
    return stretches
  }

  #choiceFor({ font, bold, italic }: TextRun): readonly FontFile[] {
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
        return unseen.test(part) || (holds(file, code) && font.hasGlyphForCodePoint(code))
      })
      known.set(character, draws)
    }
    return draws
  }
}
