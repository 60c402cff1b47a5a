import type { FontFace, TextRun } from './run.ts'

export interface TextStyle {
  readonly font: FontFace
  readonly size: number
  readonly align: 'start' | 'center' | 'end'
  /** Wrapping width; null makes the block as wide as its widest line. */
  readonly width: number | null
  /** Multiple of the font size. */
  readonly lineHeight?: number | undefined
}

/** Line height as a multiple of the font size, for texts without one of their own. */
export const usualLineHeight = 1.35
/** Indent per list level as a multiple of the font size. */
export const listIndent = 1.5
/** Tab stops are multiples of this many spaces. */
export const tabStop = 4

/** Height of a line of text, without headings, in the unit of the size. */
export function getLineHeight({
  size,
  lineHeight = usualLineHeight,
}: Pick<TextStyle, 'size' | 'lineHeight'>): number {
  return size * lineHeight
}

/** The measured run for `text`; code uses a slightly smaller monospace font. */
export function getFont(
  text: string,
  span: { readonly bold: boolean; readonly italic: boolean; readonly code: boolean },
  style: { readonly font: FontFace; readonly size: number },
): TextRun {
  return {
    text,
    font: span.code ? 'mono' : style.font,
    size: span.code ? style.size * 0.9 : style.size,
    bold: span.bold,
    italic: span.italic,
  }
}
