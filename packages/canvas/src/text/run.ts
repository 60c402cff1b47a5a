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
 * Advance width of a run: the browser's `measureText`, on the server a real shaper over the same fonts. Widths grow
 * evenly with the size. It is asked once per word and cut; layouts and words are remembered by the function's identity.
 */
export type MeasureText = (run: TextRun) => number

/** A run with its place on a line and its looks. Text is in reading order; `rtl` says which way it is drawn. */
export interface PlacedRun extends TextRun {
  /** Left edge, from the left of the block. */
  readonly x: number
  readonly width: number
  readonly rtl: boolean
  /** Characters that we ship no font for: what the system draws is to be fitted into `width`. */
  readonly system?: true
  /** Colour name or `#rrggbb`; absent: the colour of the block. */
  readonly color?: string
  readonly underline?: boolean
  readonly strike?: boolean
  readonly code?: boolean
  readonly href?: string
}

export interface TextLine {
  readonly x: number
  /** Baseline, from the top of the block. */
  readonly y: number
  readonly width: number
  /** In visual order, left to right. */
  readonly runs: readonly PlacedRun[]
  readonly rtl: boolean
}

/** Laid-out text with its origin at the top left; immutable and cached, so pens may cache on its identity. */
export interface TextBlock {
  readonly lines: readonly TextLine[]
  /** Width of the box it was laid out in, or of the widest line when the box grows with the text. */
  readonly w: number
  readonly h: number
  /** Width of the widest line. */
  readonly widest: number
}
