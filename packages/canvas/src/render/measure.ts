import { cssFont, fallbackFonts, fontFamilies } from '../text/fonts.ts'
import { forgetLayouts } from '../text/layout.ts'
import type { FontFace as BoardFont, MeasureText } from '../text/run.ts'

/** Font size for measuring widths, large enough to make the browser's rounding negligible. */
const measuredSize = 256

export interface BrowserMeasure {
  readonly measure: MeasureText
  /** Drops cached widths and layouts after fonts have loaded. Redraw everything afterwards. */
  forget(): void
  /** Whether texts have been laid out with this CSS family, or with another one while it was missing. */
  isUsed(family: string): boolean
}

/** Chromium keeps all texts that a canvas has measured; it is replaced after this many. */
const mostMeasured = 2_000

/** Measures text with an offscreen canvas, without the DOM; works in workers. */
export function createMeasure(): BrowserMeasure {
  let context = createContext()
  let current = ''
  let measured = 0
  const used = new Set<BoardFont>()
  const renew = (): void => {
    context = createContext()
    current = ''
    measured = 0
  }
  return {
    measure(run) {
      if (measured++ >= mostMeasured) renew()
      used.add(run.font)
      const font = cssFont(run, measuredSize)
      if (current !== font) context.font = current = font
      return (context.measureText(run.text).width / measuredSize) * run.size
    },
    forget() {
      renew()
      forgetLayouts()
    },
    isUsed(family) {
      // What the shipped fonts do not have is not measured.
      const chains = Array.from(used, (font) => fontFamilies[font].chain).flat()
      return [...fallbackFonts, ...chains].some((name) => name === family.replaceAll(/["']/g, ''))
    },
  }
}

function createContext(): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) throw new Error('this browser has no canvas to measure text with')
  // Same as the pen. Without it, some browsers round widths and omit kerning next to spaces.
  context.textRendering = 'geometricPrecision'
  context.fontKerning = 'normal'
  return context
}
