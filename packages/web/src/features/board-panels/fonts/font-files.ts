import { pageFonts } from '@tavla/canvas'
import { readBlob } from '../../../platform/network/read-blob.ts'

/** Style sheets with fonts that the page does not have as such. */
export const fontSheets = new Set<CSSStyleSheet>()

/** The font files that text on boards is drawn with. */
export const boardFonts = pageFonts(readBlob, {
  *[Symbol.iterator]() {
    yield* document.styleSheets
    yield* fontSheets
  },
})
