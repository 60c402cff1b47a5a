import { getSource } from '../text/coverage.ts'
import { cssFont } from '../text/fonts.ts'
import type { UsedFont } from './text-pen.ts'

/** The subset of FontFaceSet that is used here. */
type Fonts = Pick<FontFaceSet, 'check' | 'load' | 'values'>

/**
 * Loads the fonts of a text, because a canvas does not wait for fonts and layouts computed without them are wrong.
 * Fonts that fail are replaced by system fonts.
 */
export async function loadUsedFonts(
  written: readonly UsedFont[],
  fonts: Fonts = document.fonts,
): Promise<void> {
  const wanted = written
    .map((face) => ({ font: cssFont({ ...face, size: 16 }), text: getCharacters(face) }))
    // Others are loaded when they are laid out: here the browser would load them from every font that has them.
    .filter(({ text }) => text !== '')
    .filter(({ font, text }) => !fonts.check(font, text))
  await Promise.allSettled(wanted.map(({ font, text }) => fonts.load(font, text)))
}

/** Number of loaded fonts. A layout from a time when there were fewer may be wrong: measuring a text loads its fonts, too. */
export function countLoadedFonts(fonts: Fonts = document.fonts): number {
  return Array.from(fonts.values()).filter(({ status }) => status === 'loaded').length
}

/** Characters of shipped fonts. */
function getCharacters({ font, characters }: UsedFont): string {
  return Array.from(characters, (character) => String.fromCodePoint(character))
    .filter((character) => getSource(character, font) !== undefined)
    .join('')
}
