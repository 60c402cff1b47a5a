/**
 * Fonts of boards. The browser loads a font file only when it is first used, and a canvas does not wait for it:
 * the fonts of each family are requested when a board opens, and the board is drawn again when they arrive.
 */
import '@fontsource/inter/400-italic.css'
import '@fontsource/inter/700.css'
import '@fontsource/inter/700-italic.css'
import '@fontsource/jetbrains-mono/400.css'
import '@fontsource/jetbrains-mono/400-italic.css'
import '@fontsource/jetbrains-mono/700.css'
import '@fontsource/jetbrains-mono/700-italic.css'
import '@fontsource/shantell-sans/400.css'
import '@fontsource/shantell-sans/400-italic.css'
import '@fontsource/shantell-sans/700.css'
import '@fontsource/shantell-sans/700-italic.css'
import '@fontsource/source-serif-4/400.css'
import '@fontsource/source-serif-4/400-italic.css'
import '@fontsource/source-serif-4/700.css'
import '@fontsource/source-serif-4/700-italic.css'
import './script-fonts.css'

const cuts = ['400', '700', 'italic 400']
const listFonts = (families: readonly string[]): readonly string[] =>
  families.flatMap((family) => cuts.map((cut) => `${cut} 16px '${family}'`))

/** Families of the interface, which texts have unless another is chosen. */
export const firstFonts = ['Inter']
/** Families that few boards show. */
export const otherFonts = ['Source Serif 4', 'JetBrains Mono', 'Shantell Sans']

export const areLoaded = (families: readonly string[]): boolean =>
  listFonts(families).every((font) => document.fonts.check(font))

/** Resolves when they have loaded or failed; the system's font stands in for one that failed. */
export async function loadFonts(families: readonly string[]): Promise<void> {
  await Promise.allSettled(listFonts(families).map((font) => document.fonts.load(font)))
}
