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

/** The interface's own, which texts have unless another is chosen. */
const firstFamilies = ['Inter']
const otherFamilies = ['Source Serif 4', 'JetBrains Mono', 'Shantell Sans']
const cuts = ['400', '700', 'italic 400']

/** Loads the fonts that nearly every board shows; false: they had all been loaded. */
export const loadFirstFonts = (): Promise<boolean> => load(firstFamilies)

/** Loads the fonts that few boards show; false: they had all been loaded. */
export const loadOtherFonts = (): Promise<boolean> => load(otherFamilies)

/** Resolves when they have loaded or failed; the system's font stands in for one that failed. */
async function load(families: readonly string[]): Promise<boolean> {
  const fonts = families.flatMap((family) => cuts.map((cut) => `${cut} 16px '${family}'`))
  const missing = fonts.filter((font) => !document.fonts.check(font))
  await Promise.allSettled(missing.map((font) => document.fonts.load(font)))
  return missing.length > 0
}
