import { cssFont } from '../text/fonts.ts'
import { forgetLayouts } from '../text/layout.ts'
import type { MeasureText } from '../text/run.ts'

/** Font size for measuring widths, large enough to make the browser's rounding negligible. */
const measuredSize = 256

export interface BrowserMeasure {
  readonly measure: MeasureText
  /** Drops cached widths and layouts after fonts have loaded. Redraw everything afterwards. */
  forget(): void
}

/** Measures text with an offscreen canvas, without the DOM; works in workers. */
export function createMeasure(): BrowserMeasure {
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) throw new Error('this browser has no canvas to measure text with')
  // Same as the pen. Without it, some browsers round widths and omit kerning next to spaces.
  context.textRendering = 'geometricPrecision'
  context.fontKerning = 'normal'
  let current = ''
  return {
    measure(run) {
      const font = cssFont(run, measuredSize)
      if (current !== font) context.font = current = font
      return (context.measureText(run.text).width / measuredSize) * run.size
    },
    forget() {
      current = ''
      forgetLayouts()
    },
  }
}
