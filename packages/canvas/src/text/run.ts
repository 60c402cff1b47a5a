import type { Box } from '../geometry/box.ts'

export type FontFace = 'sans' | 'serif' | 'mono' | 'hand'

/** One run of text in one font; sizes in page units. */
export interface TextRun {
  readonly text: string
  readonly font: FontFace
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
}

/**
 * Advance width of a run: `measureText` in browsers, a text shaper with the same fonts on the server.
 * Proportional to the font size. Called once per word and font style; caches are keyed by the function's
 * identity.
 */
export type MeasureText = (run: TextRun) => number

/** A positioned run with its style. Text is in reading order; `rtl` is the drawing direction. */
export interface PlacedRun extends TextRun {
  /** Left edge, relative to the block. */
  readonly x: number
  readonly width: number
  readonly rtl: boolean
  /** Drawn with a system font and scaled to `width`. */
  readonly system?: true
  /** Colour name or `#rrggbb`; default: the colour of the block. */
  readonly color?: string
  readonly underline?: boolean
  readonly strike?: boolean
  readonly code?: boolean
  readonly href?: string
}

/** The check box before a list item, relative to the block. */
export interface CheckBox {
  readonly box: Box
  readonly checked: boolean
}

export interface TextLine {
  readonly x: number
  /** Top, relative to the block. */
  readonly top: number
  /** Baseline, relative to the top of the block. */
  readonly y: number
  readonly width: number
  /** In visual order, left to right. */
  readonly runs: readonly PlacedRun[]
  readonly rtl: boolean
  readonly check?: CheckBox
}

/** A text layout with its origin at the top left; immutable and cached, so pens can cache by its identity. */
export interface TextBlock {
  readonly lines: readonly TextLine[]
  /** Wrapping width, or the width of the widest line if the box grows with the text. */
  readonly w: number
  readonly h: number
  /** Width of the widest line. */
  readonly widest: number
}
