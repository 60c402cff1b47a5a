import { RecentCache } from '../recent-cache.ts'
import { getBaseline } from './fonts.ts'
import { fillLines, type RawLine } from './lines.ts'
import { visualOrder } from './bidi.ts'
import type { RichText } from '../document/text/rich-text.ts'
import { getParagraphs } from './rich.ts'
import { getFont, getLineHeight, listIndent, type TextStyle } from './text-style.ts'
import type { CheckBox, MeasureText, PlacedRun, TextBlock, TextLine, TextRun } from './run.ts'
import { forgetWidths, runWidth } from './widths.ts'

interface LayoutResult extends TextStyle {
  readonly measure: MeasureText
  readonly block: TextBlock
}

const recent = new RecentCache<RichText, LayoutResult>(6_000)

/** Lays out a document; cached by document and style. */
export function layoutText(doc: RichText, style: TextStyle, measure: MeasureText): TextBlock {
  const known = recent.get(doc)
  if (
    known &&
    known.measure === measure &&
    known.size === style.size &&
    known.width === style.width &&
    known.font === style.font &&
    known.align === style.align &&
    known.lineHeight === style.lineHeight
  ) {
    return known.block
  }
  const block = computeLayout(doc, style, measure)
  const { font, size, align, width, lineHeight } = style
  recent.set(doc, { font, size, align, width, lineHeight, measure, block })
  return block
}

/** Lays out without caching, for trying sizes. */
export function computeLayout(doc: RichText, style: TextStyle, measure: MeasureText): TextBlock {
  const raw: RawLine[] = []
  for (const paragraph of getParagraphs(doc))
    fillLines(paragraph, style, listIndent * style.size, measure, raw)
  const widest = raw.reduce((most, line) => Math.max(most, line.width + line.indent), 0)
  const w = style.width ?? widest
  const height = getLineHeight(style)
  /** Lines above, in heights of an ordinary line. */
  let above = 0
  const lines = raw.map((line) => {
    const placed = position(line, style, w, above * height, measure)
    above += line.scale
    return placed
  })
  return { lines, w, h: Math.max(1, above) * height, widest }
}

function position(line: RawLine, base: TextStyle, w: number, top: number, measure: MeasureText): TextLine {
  const style = line.scale === 1 ? base : { ...base, size: base.size * line.scale }
  const y = top + getBaseline(getLineHeight(style), style.font, style.size)
  const free = w - line.indent - line.width
  // Lists are left-aligned in any alignment, so that their markers line up.
  const align = line.indent > 0 ? 'start' : style.align
  const atRight = align === 'center' ? 0.5 : (align === 'end') === line.rtl ? 0 : 1
  let x = (line.rtl ? 0 : line.indent) + free * atRight
  const runs: PlacedRun[] = []
  const start = x
  for (const i of visualOrder(line.pieces.map((piece) => piece.level))) {
    const { text, span, level, width, system } = line.pieces[i]!
    const run: { -readonly [K in keyof PlacedRun]: PlacedRun[K] } = {
      ...getFont(text, span, style),
      x,
      width,
      rtl: level % 2 === 1,
    }
    if (system) run.system = true
    if (span.color !== undefined) run.color = span.color
    if (span.underline) run.underline = true
    if (span.strike) run.strike = true
    if (span.code) run.code = true
    if (span.href !== undefined) run.href = span.href
    runs.push(run)
    x += width
  }
  if (line.marker !== undefined) runs.push(markerRun(line, style, start, measure))
  const check = line.checked === undefined ? undefined : checkBox(line, line.checked, style, start, y)
  return { x: start, top, y, width: line.width, runs, rtl: line.rtl, ...(check && { check }) }
}

/** Size of a check box and its distance from the text, as multiples of the font size. */
const checkSize = 0.8
const checkGap = 0.4

function checkBox(line: RawLine, checked: boolean, { size }: TextStyle, start: number, y: number): CheckBox {
  const side = size * checkSize
  const gap = size * checkGap
  const x = line.rtl ? start + line.width + gap : start - gap - side
  return { box: { x, y: y - side * 0.9, w: side, h: side }, checked }
}

function markerRun(line: RawLine, style: TextStyle, start: number, measure: MeasureText): PlacedRun {
  const run: TextRun = { text: line.marker!, font: style.font, size: style.size, bold: false, italic: false }
  const width = runWidth(run, measure)
  const gap = runWidth({ ...run, text: ' ' }, measure)
  return { ...run, width, rtl: line.rtl, x: line.rtl ? start + line.width + gap : start - gap - width }
}

/** Drops cached layouts after fonts have loaded. */
export function forgetLayouts(): void {
  recent.clear()
  forgetWidths()
}
