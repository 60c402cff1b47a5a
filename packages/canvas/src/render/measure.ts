import { cssFont } from '../text/fonts.ts'
import { forgetLayouts } from '../text/layout.ts'
import type { MeasureText } from '../text/run.ts'

/** Widths are taken at this size and scaled: large enough that rounding in the browser is far below a font unit. */
const measuredSize = 256

export interface BrowserMeasure {
  readonly measure: MeasureText
  /** Fonts have been loaded: widths and layouts made without them are worth nothing. Draw all again afterwards. */
  forget(): void
}

/** Measures with a canvas that nobody sees; the DOM is never asked. Works in workers too. */
export function createMeasure(): BrowserMeasure {
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) throw new Error('this browser has no canvas to measure text with')
  // As the pen draws. Without it some browsers round widths and leave out kerning beside spaces.
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
