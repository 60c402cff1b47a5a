import { cssFont } from '../text/fonts.ts'
import { forgetLayouts } from '../text/layout.ts'
import type { MeasureText, TextRun } from '../text/run.ts'

/** Widths are taken at this size and scaled: with `geometricPrecision` they grow evenly. */
const measuredSize = 100
/** Words remembered per face before all are forgotten. */
const maxWords = 50_000

export interface BrowserMeasure {
  readonly measure: MeasureText
  /** Fonts have been loaded: widths and layouts made without them are worth nothing. Draw all again afterwards. */
  forget(): void
}

/** Measures with a canvas that nobody sees; the DOM is never asked. Works in workers too. */
export function createMeasure(): BrowserMeasure {
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) throw new Error('this browser has no canvas to measure text with')
  context.textRendering = 'geometricPrecision'
  const faces = new Map<string, Map<string, number>>()
  const faceOf = ({ font, bold, italic }: TextRun): string => `${font}${bold ? 'b' : ''}${italic ? 'i' : ''}`
  let current = ''

  const widthOf = (run: TextRun, face: string): number => {
    if (current !== face) {
      context.font = cssFont(run, measuredSize)
      current = face
    }
    return context.measureText(run.text).width / measuredSize
  }

  return {
    measure(run) {
      const face = faceOf(run)
      let words = faces.get(face)
      if (!words) faces.set(face, (words = new Map()))
      let width = words.get(run.text)
      if (width === undefined) {
        if (words.size >= maxWords) words.clear()
        words.set(run.text, (width = widthOf(run, face)))
      }
      return width * run.size
    },
    forget() {
      faces.clear()
      current = ''
      forgetLayouts()
    },
  }
}
