import { getGraphemes } from './breaks.ts'
import { fontFamilies, type ShippedFontName } from './fonts.ts'
import type { FontFace } from './run.ts'
import { shippedFonts } from './shipped-fonts.ts'

/** The font file that browsers use for a character. */
export interface GlyphSource {
  readonly font: ShippedFontName
  readonly subset: string
}

/** A range of text from one font file; `source` is undefined for system fonts. */
export interface FontRange {
  readonly text: string
  /** Index of its first UTF-16 unit. */
  readonly at: number
  readonly source: GlyphSource | undefined
}

/** Characters in the first file of every shipped family. */
const everywhere = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff]*$/
const ignorable = /\p{Default_Ignorable_Code_Point}/gu
/** Variation selector that requests a colour emoji even if a shipped font has the character. */
const asEmoji = '\ufe0f'

interface Subset extends GlyphSource {
  /** First and last code point of each range, in order. */
  readonly ranges: Uint32Array
}

const chains = new Map<FontFace, readonly Subset[]>()

function getChain(face: FontFace): readonly Subset[] {
  let chain = chains.get(face)
  if (!chain) {
    chain = fontFamilies[face].chain.flatMap((font) =>
      shippedFonts[font].subsets.map(({ name, covers }) => ({
        font,
        subset: name,
        ranges: getRanges(covers),
      })),
    )
    chains.set(face, chain)
  }
  return chain
}

function getRanges(covers: string): Uint32Array {
  return Uint32Array.from(
    covers.split(' ').flatMap((range) => {
      const [first, last = first] = range.split('-')
      return [parseInt(first!, 16), parseInt(last!, 16)]
    }),
  )
}

function coversCharacter(ranges: Uint32Array, code: number): boolean {
  let low = 0
  let high = ranges.length / 2 - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if (code < ranges[2 * middle]!) high = middle - 1
    else if (code > ranges[2 * middle + 1]!) low = middle + 1
    else return true
  }
  return false
}

/** Whether all characters are in the first file of every family, so that no further checks are needed. */
export function isFullyCovered(text: string): boolean {
  return everywhere.test(text)
}

/** The file of one grapheme. A character with combining marks comes from a single file or from a system font. */
export function getSource(character: string, face: FontFace): GlyphSource | undefined {
  const chain = getChain(face)
  if (isFullyCovered(character)) return chain[0]
  if (character.includes(asEmoji)) return undefined
  const codes = Array.from(character.normalize('NFC').replace(ignorable, ''), (char) => char.codePointAt(0)!)
  if (codes.length === 0) return undefined
  return chain.find(({ ranges }) => codes.every((code) => coversCharacter(ranges, code)))
}

/** Splits the text where the font file changes. */
export function listRanges(text: string, face: FontFace): FontRange[] {
  if (isFullyCovered(text)) return text === '' ? [] : [{ text, at: 0, source: getChain(face)[0] }]
  const stretches: { text: string; at: number; source: GlyphSource | undefined }[] = []
  let at = 0
  for (const character of getGraphemes(text)) {
    const source = getSource(character, face)
    const last = stretches[stretches.length - 1]
    if (last && last.source === source) last.text += character
    else stretches.push({ text: character, at, source })
    at += character.length
  }
  return stretches
}
