import { cssFont } from '../text/fonts.ts'
import type { UsedFont } from './text-pen.ts'

/** The page's fonts, as far as they are needed here. */
type Fonts = Pick<FontFaceSet, 'check' | 'load'>

/**
 * Fetches the fonts that this will be written in: a canvas waits for none, and layouts made without them are worth
 * nothing. Answers whether any had to be fetched. Where one fails to load, the system's font is used.
 */
export async function loadWritten(
  written: readonly UsedFont[],
  fonts: Fonts = document.fonts,
): Promise<boolean> {
  const wanted = written
    .map((face) => ({ font: cssFont({ ...face, size: 16 }), text: getCharacters(face) }))
    .filter(({ font, text }) => !fonts.check(font, text))
  await Promise.allSettled(wanted.map(({ font, text }) => fonts.load(font, text)))
  return wanted.length > 0
}

function getCharacters({ characters }: UsedFont): string {
  return Array.from(characters, (character) => String.fromCodePoint(character)).join('')
}
