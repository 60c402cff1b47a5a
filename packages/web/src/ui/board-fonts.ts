/**
 * Fonts of boards. The browser fetches a file only when a canvas or a text box first needs it, but a canvas
 * waits for none: so the plain cut of each family is asked for when a board opens, and the board draws again.
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
import './right-to-left-fonts.css'

const families = ['Inter', 'Source Serif 4', 'JetBrains Mono', 'Shantell Sans']

export function loadBoardFonts(): void {
  for (const family of families) {
    for (const cut of ['400', '700', 'italic 400']) {
      // Where a font fails to load, the system's font is used.
      document.fonts.load(`${cut} 16px '${family}'`).catch(() => undefined)
    }
  }
}
