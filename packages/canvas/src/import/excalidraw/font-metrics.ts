import { fontFamilies } from '../../text/fonts.ts'
import type { FontFace } from '../../text/run.ts'
import type { ForeignElement } from './element.ts'
import { getFontNumber } from './read-style.ts'

/** Metrics by which Excalidraw places text, in font sizes. */
interface FontMetrics {
  readonly lineHeight: number
  /** Distance of the baseline below the middle of its line. */
  readonly drop: number
}

const metrics = (lineHeight: number, ascent: number, descent: number): FontMetrics => ({
  lineHeight,
  drop: (ascent - descent) / 2,
})

const byHand = metrics(1.25, 0.886, 0.374)

/** By font number: Virgil, Helvetica, Cascadia, Excalifont, Nunito, Lilita One, Comic Shanns, Liberation Sans. */
const fontMetrics: ReadonlyMap<number, FontMetrics> = new Map([
  [1, byHand],
  [2, metrics(1.15, 0.77, 0.23)],
  [3, metrics(1.2, 0.928, 0.234)],
  [5, byHand],
  [6, metrics(1.35, 1.011, 0.353)],
  [7, metrics(1.15, 0.923, 0.22)],
  [8, metrics(1.25, 0.75, 0.25)],
  [9, metrics(1.15, 0.905, 0.212)],
])

/** Line heights of a record. */
const [least, most] = [0.5, 5]

function getMetrics(element: ForeignElement): FontMetrics {
  return fontMetrics.get(getFontNumber(element) ?? 1) ?? byHand
}

/**
 * Line height of a text as a multiple of its font size; undefined for that of the board. Older files have none: it
 * follows from the height.
 */
export function readLineHeight(element: ForeignElement, size: number): number | undefined {
  if (element.lineHeight === null) return undefined
  const lineHeight = element.lineHeight ?? measureLineHeight(element, size)
  return Math.round(Math.min(most, Math.max(least, lineHeight)) * 1000) / 1000
}

function measureLineHeight(element: ForeignElement, size: number): number {
  const measured = element.height / element.text.split('\n').length / size
  return measured >= 1 && measured <= 2 ? measured : getMetrics(element).lineHeight
}

/** How far the baselines of a text move up so that they are where they were with the font of the file, page units. */
export function getBaselineShift(element: ForeignElement, font: FontFace, size: number): number {
  if (element.lineHeight === null) return 0
  const { ascent, descent } = fontFamilies[font]
  return ((ascent - descent) / 2 - getMetrics(element).drop) * size
}
