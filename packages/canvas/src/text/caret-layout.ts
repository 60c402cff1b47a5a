import type { RichText } from '../document/text/rich-text.ts'
import type { Box } from '../geometry/box.ts'
import { RecentCache } from '../recent-cache.ts'
import { visualOrder } from './bidi.ts'
import { layoutText } from './layout.ts'
import { fillLines, type LineSegment, type RawLine } from './lines.ts'
import { getParagraphs, type RichNode } from './rich.ts'
import type { MeasureText, TextBlock } from './run.ts'
import { getFont, getLineHeight, listIndent, type TextStyle } from './text-style.ts'
import { runWidth } from './widths.ts'

/** A line of a laid-out text with the positions of its characters in the document. */
interface CaretLine extends RawLine {
  /** Position before its first character, and after its last one. */
  readonly start: number
  readonly end: number
  /** Left edges of its pieces, relative to the block. */
  readonly lefts: readonly number[]
  readonly x: number
  readonly top: number
  readonly size: number
  /** Spaces after its last character, which are not part of the layout. */
  readonly spaces: number
}

/** Caret and selected areas, relative to the text block. */
export interface PlacedCaret {
  /** Height of the block. */
  readonly height: number
  readonly caret: Pick<Box, 'x' | 'y' | 'h'>
  readonly selected: readonly Box[]
}

const recent = new RecentCache<TextBlock, readonly CaretLine[]>(64)

/** Places a caret by positions in the document; positions beyond the text are at its end. */
export function placeCaret(
  doc: RichText,
  style: TextStyle,
  measure: MeasureText,
  { anchor, head }: { readonly anchor: number; readonly head: number },
): PlacedCaret | undefined {
  const block = layoutText(doc, style, measure)
  let lines = recent.get(block)
  if (!lines) recent.set(block, (lines = listCaretLines(doc, style, measure, block)))
  const line = lines.findLast(({ start }) => start <= head) ?? lines[0]
  if (!line) return undefined
  const caret = {
    x: getX(line, head, style, measure),
    y: line.top,
    h: getLineHeight({ ...style, size: line.size }),
  }
  const [from, to] = [Math.min(anchor, head), Math.max(anchor, head)]
  return {
    height: block.h,
    caret,
    selected: from === to ? [] : listSelected(lines, from, to, style, measure),
  }
}

function listCaretLines(
  doc: RichText,
  style: TextStyle,
  measure: MeasureText,
  block: TextBlock,
): CaretLine[] {
  const starts = listTextStarts(doc)
  const lines: CaretLine[] = []
  getParagraphs(doc).forEach((paragraph, i) => {
    const raw: RawLine[] = []
    const text = paragraph.runs.map((span) => span.text).join('')
    fillLines(paragraph, style, listIndent * style.size, measure, raw)
    for (const line of raw) {
      const placed = block.lines[lines.length]
      if (!placed) return
      const start = starts[i]! + line.from
      const { lefts, end } = placePieces(line.pieces, placed.x)
      const spaces = /^[ \t]*/.exec(text.slice(line.from + end))![0].length
      const { x, top } = placed
      lines.push({ ...line, start, end: start + end, lefts, x, top, size: style.size * line.scale, spaces })
    }
  })
  return lines
}

function placePieces(
  pieces: readonly LineSegment[],
  left: number,
): { readonly lefts: readonly number[]; readonly end: number } {
  const lefts: number[] = []
  let x = left
  for (const i of visualOrder(pieces.map(({ level }) => level))) {
    lefts[i] = x
    x += pieces[i]!.width
  }
  return { lefts, end: pieces.reduce((sum, { text }) => sum + text.length, 0) }
}

/** The position of the first character of each paragraph, in the order of `getParagraphs`. */
function listTextStarts(doc: RichText): number[] {
  const starts: number[] = []
  const collect = (node: RichNode, at: number): number => {
    if (node.type === 'text') return node.text?.length ?? 0
    if (node.type === 'hardBreak') return 1
    const isContainer = node.type.endsWith('List') || node.type.endsWith('Item')
    if (!isContainer) starts.push(at + 1)
    return (node.content ?? []).reduce((size, child) => size + collect(child, at + size - 1), 2)
  }
  let at = 0
  for (const node of doc.content as readonly RichNode[]) at += collect(node, at)
  return starts
}

function getX(line: CaretLine, position: number, style: TextStyle, measure: MeasureText): number {
  let offset = Math.max(0, position - line.start)
  for (const [i, piece] of line.pieces.entries()) {
    if (offset <= piece.text.length)
      return line.lefts[i]! + getAdvance(piece, offset, line.size, style, measure)
    offset -= piece.text.length
  }
  const space = runWidth(
    { text: ' ', font: style.font, size: line.size, bold: false, italic: false },
    measure,
  )
  const beyond = Math.min(offset, line.spaces) * space
  return line.rtl ? line.x - beyond : line.x + line.width + beyond
}

/** Distance of a character from the left edge of its piece. */
function getAdvance(
  { text, span, level, width }: LineSegment,
  offset: number,
  size: number,
  style: TextStyle,
  measure: MeasureText,
): number {
  const isWhole = offset >= text.length
  const before = text.slice(0, offset)
  const run = getFont(before, span, { font: style.font, size })
  const advance = isWhole ? width : Math.min(width, runWidth(run, measure))
  return level % 2 === 1 ? width - advance : advance
}

function listSelected(
  lines: readonly CaretLine[],
  from: number,
  to: number,
  style: TextStyle,
  measure: MeasureText,
): Box[] {
  const boxes: Box[] = []
  for (const line of lines) {
    if (line.start > to || line.end < from) continue
    const h = getLineHeight({ ...style, size: line.size })
    let start = line.start
    line.pieces.forEach((piece, i) => {
      const [a, b] = [Math.max(from, start), Math.min(to, start + piece.text.length)]
      if (a < b) {
        const [x1, x2] = [a, b].map(
          (at) => line.lefts[i]! + getAdvance(piece, at - start, line.size, style, measure),
        ) as [number, number]
        boxes.push({ x: Math.min(x1, x2), y: line.top, w: Math.abs(x2 - x1), h })
      }
      start += piece.text.length
    })
  }
  return boxes
}
