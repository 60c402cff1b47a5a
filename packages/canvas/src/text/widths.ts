import { RecentCache } from '../recent-cache.ts'
import { getGraphemes } from './breaks.ts'
import { isFullyCovered, listRanges } from './coverage.ts'
import { fontFamilies } from './fonts.ts'
import { shippedFonts } from './shipped-fonts.ts'
import type { FontFace, MeasureText, TextRun } from './run.ts'
import { systemWidth } from './system-widths.ts'
import { announceUncovered } from './uncovered.ts'

/** A font style, independent of size. */
export interface FontVariant {
  readonly font: FontFace
  readonly bold: boolean
  readonly italic: boolean
}

/** Maximum cached words and character pairs per font style; up to twice as many are held. */
const maxWords = 20_000
const mostPairs = 4_000

/** Widths in one font style as fractions of the font size, measured once for all sizes. */
export class CharacterWidths {
  readonly #cut: FontVariant
  readonly #measure: MeasureText
  readonly #words = new RecentCache<string, number>(maxWords)
  readonly #pairs = new RecentCache<string, number>(mostPairs)

  constructor({ font, bold, italic }: FontVariant, measure: MeasureText) {
    this.#cut = { font, bold, italic }
    this.#measure = measure
  }

  getWidth(text: string): number {
    const known = this.#words.get(text)
    if (known !== undefined) return known
    const width = this.measureUncached(text)
    this.#words.set(text, width)
    return width
  }

  /** Same as `of`, for texts that will not be requested again. */
  measureUncached(text: string): number {
    const { font } = this.#cut
    if (isFullyCovered(text)) return this.#measured(text, fontFamilies[font].chain[0]!)
    let width = 0
    for (const { text: part, font: name } of joinedByFont(text, font)) {
      if (name !== undefined) width += this.#measured(part, name)
      else {
        for (const character of getGraphemes(part)) width += systemWidth(character)
        announceUncovered(part)
      }
    }
    return width
  }

  /** Kerning between two adjacent texts; negative moves them closer. */
  getKerning(before: string, after: string): number {
    const [left, right] = [lastCharacter(before), firstCharacter(after)]
    const pair = left + right
    let kern = this.#pairs.get(pair)
    if (kern === undefined) {
      kern = canKern(pair, this.#cut.font)
        ? this.measureUncached(pair) - this.getWidth(left) - this.getWidth(right)
        : 0
      this.#pairs.set(pair, kern)
    }
    return kern
  }

  /** Rounds to font units, which removes differences between browsers and shapers. */
  #measured(text: string, name: keyof typeof shippedFonts): number {
    const { unitsPerEm } = shippedFonts[name]
    return Math.round(this.#measure({ ...this.#cut, text, size: 1 }) * unitsPerEm) / unitsPerEm
  }
}

function joinedByFont(
  text: string,
  face: FontFace,
): { text: string; font: keyof typeof shippedFonts | undefined }[] {
  const parts: { text: string; font: keyof typeof shippedFonts | undefined }[] = []
  for (const { text: part, source } of listRanges(text, face)) {
    const last = parts[parts.length - 1]
    if (last && last.font === source?.font) last.text += part
    else parts.push({ text: part, font: source?.font })
  }
  return parts
}

/** Only simple characters of one file; combining marks depend on their base. */
function canKern(pair: string, face: FontFace): boolean {
  if (isFullyCovered(pair)) return true
  const stretches = listRanges(pair, face)
  return stretches.length === 1 && stretches[0]!.source !== undefined && /^[\p{L}\p{N}\p{P} ]{2}$/u.test(pair)
}

function firstCharacter(text: string): string {
  return text.charAt(0)
}

function lastCharacter(text: string): string {
  return text.charAt(text.length - 1)
}

const fontNames = Object.keys(fontFamilies) as FontFace[]
let known = new WeakMap<MeasureText, CharacterWidths[]>()

/** Cached widths of a font style for a measuring function. */
export function getWidths(cut: FontVariant, measure: MeasureText): CharacterWidths {
  let all = known.get(measure)
  if (!all) known.set(measure, (all = []))
  const index = fontNames.indexOf(cut.font) * 4 + (cut.bold ? 2 : 0) + (cut.italic ? 1 : 0)
  return (all[index] ??= new CharacterWidths(cut, measure))
}

/** Width of a run on its own, in page units. */
export function runWidth(run: TextRun, measure: MeasureText): number {
  return getWidths(run, measure).getWidth(run.text) * run.size
}

/** Drops cached widths after fonts have loaded. */
export function forgetWidths(): void {
  known = new WeakMap()
}
