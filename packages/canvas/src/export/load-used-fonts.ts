import { getSource } from '../text/coverage.ts'
import { cssFont } from '../text/fonts.ts'
import type { UsedFont } from './text-pen.ts'

/** The subset of FontFaceSet that is used here. */
type Fonts = Pick<FontFaceSet, 'check' | 'load'>

/**
 * Loads the fonts of a text, because a canvas does not wait for fonts and layouts computed without them are
 * wrong. Returns whether any font had to be loaded. Fonts that fail are replaced by system fonts.
 */
export async function loadUsedFonts(
  written: readonly UsedFont[],
  fonts: Fonts = document.fonts,
): Promise<boolean> {
  const wanted = written
    .map((face) => ({ font: cssFont({ ...face, size: 16 }), text: getCharacters(face) }))
    // Others are loaded when they are laid out: here the browser would load them from every font that has them.
    .filter(({ text }) => text !== '')
    .filter(({ font, text }) => !fonts.check(font, text))
  await Promise.allSettled(wanted.map(({ font, text }) => fonts.load(font, text)))
  return wanted.length > 0
}

/** Characters of shipped fonts. */
function getCharacters({ font, characters }: UsedFont): string {
  return Array.from(characters, (character) => String.fromCodePoint(character))
    .filter((character) => getSource(character, font) !== undefined)
    .join('')
}
