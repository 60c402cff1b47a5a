/**
 * Fonts of boards. The browser loads a font file only when it is first used, and a canvas does not wait for it:
 * the regular font of each family is requested when a board opens, and the board is drawn again when it arrives.
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

const families = ['Inter', 'Source Serif 4', 'JetBrains Mono', 'Shantell Sans']

/** Resolves when they have loaded or failed; the system's font stands in for one that failed. */
export async function loadBoardFonts(): Promise<void> {
  const cuts = ['400', '700', 'italic 400']
  await Promise.allSettled(
    families.flatMap((family) => cuts.map((cut) => document.fonts.load(`${cut} 16px '${family}'`))),
  )
}
