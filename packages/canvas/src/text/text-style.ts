import type { FontFace, TextRun } from './run.ts'

export interface TextStyle {
  readonly font: FontFace
  readonly size: number
  readonly align: 'start' | 'center' | 'end'
  /** Lines wrap in this width; null lets the block be as wide as its widest line. */
  readonly width: number | null
}

/** Height of a line as a share of the font size, for all text on a board. */
export const lineHeight = 1.35
/** Indent of each level of a list, as a share of the font size. */
export const listIndent = 1.5
/** Tabs go to the next multiple of this many spaces. */
export const tabStop = 4

/** The run that draws `text` of this span: code is set in the typewriter face, a little smaller so that it sits level. */
export function getFont(
  text: string,
  span: { readonly bold: boolean; readonly italic: boolean; readonly code: boolean },
  look: { readonly font: FontFace; readonly size: number },
): TextRun {
  return {
    text,
    font: span.code ? 'mono' : look.font,
    size: span.code ? look.size * 0.9 : look.size,
    bold: span.bold,
    italic: span.italic,
  }
}
