import '@fontsource/inter/400.css'
import '@fontsource/inter/400-italic.css'
import '@fontsource/inter/700.css'
import '@fontsource/inter/700-italic.css'
import '@fontsource/jetbrains-mono/400.css'
import '@fontsource/jetbrains-mono/700.css'
import '@fontsource/noto-sans-arabic/400.css'
import '@fontsource/noto-sans-devanagari/400.css'
import '@fontsource/noto-sans-hebrew/400.css'
import '@fontsource/noto-sans-thai/400.css'
import '@fontsource/shantell-sans/400.css'
import '@fontsource/source-serif-4/400.css'
import { pageFonts } from '../page-fonts.ts'

/** Board fonts of the test page. */
export const testFonts = pageFonts(async (address) => await (await fetch(address)).blob())

/** Loads the most common styles, as an open board does. */
export async function loadTestFonts(): Promise<void> {
  const cuts = ['400 16px Inter', '700 16px Inter', 'italic 400 16px Inter', 'italic 700 16px Inter']
  const families = ["16px 'JetBrains Mono'", "16px 'Shantell Sans'", "16px 'Source Serif 4'"]
  await Promise.all([...cuts, ...families].map((font) => document.fonts.load(font, 'aÅ€“')))
}
