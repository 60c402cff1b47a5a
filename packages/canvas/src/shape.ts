import type { ZodObject } from 'zod'
import type { BoardRecord, DocumentView, ElementRecord, RecordId } from './document/record.ts'
import type { Box } from './geometry/box.ts'
import type { Vec } from './geometry/vec.ts'

/** What a shape may ask while it measures or draws itself. Never the editor. */
export interface ShapeView {
  readonly document: DocumentView
  /** Page bounds of another record, as drawn (strokes, rotation and bound ends included). */
  boundsOf(id: RecordId): Box | undefined
  readonly measure: MeasureText
}

/** One run of text in one font; sizes in page units. */
export interface TextRun {
  readonly text: string
  readonly font: FontFace
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
}

export type FontFace = 'sans' | 'serif' | 'mono' | 'hand'

/** Advance width of a run: the browser's `measureText`, on the server a real shaper over the same fonts. */
export type MeasureText = (run: TextRun) => number

/** A closed or open outline in page coordinates, already rotated. */
export interface Outline {
  readonly points: readonly Vec[]
  readonly closed: boolean
}

export interface Handle {
  readonly id: string
  readonly at: Vec
}

/** How far away the drawing is looked at, in device pixels per page unit, and with which theme. */
export interface Look {
  readonly scale: number
  readonly theme: 'light' | 'dark'
  /** Export draws everything in full; the screen may simplify small things. */
  readonly detail: 'full' | 'plain' | 'blocks'
}

export interface StrokeStyle {
  readonly color: string
  readonly width: number
  readonly dash?: readonly number[]
  readonly opacity?: number
  readonly cap?: 'round' | 'butt'
}

export interface FillStyle {
  readonly color: string
  readonly opacity?: number
}

/** A path in shape-local page units; built once and cached by the pens. */
export type PathCommand =
  | readonly ['M', number, number]
  | readonly ['L', number, number]
  | readonly ['Q', number, number, number, number]
  | readonly ['C', number, number, number, number, number, number]
  | readonly ['Z']

export interface TextLine {
  readonly x: number
  /** Baseline. */
  readonly y: number
  readonly width: number
  readonly runs: readonly (TextRun & { readonly x: number; readonly color?: string; readonly underline?: boolean; readonly strike?: boolean })[]
  readonly rtl: boolean
}

/** What a shape draws with: the canvas on screen, SVG in files. One drawing, every output. */
export interface Pen {
  save(): void
  restore(): void
  translate(x: number, y: number): void
  rotate(degrees: number, about: Vec): void
  clip(box: Box): void
  path(commands: readonly PathCommand[], style: { readonly stroke?: StrokeStyle; readonly fill?: FillStyle }): void
  rect(box: Box, style: { readonly stroke?: StrokeStyle; readonly fill?: FillStyle; readonly radius?: number; readonly shadow?: boolean }): void
  ellipse(box: Box, style: { readonly stroke?: StrokeStyle; readonly fill?: FillStyle }): void
  text(lines: readonly TextLine[], color: string): void
  image(fileId: string, box: Box, crop?: Box): void
}

/** One kind of thing on the canvas; each facet is a file of the shape's folder. */
export interface ShapeDefinition {
  readonly kind: string
  readonly schema: ShapeSchema
  readonly geometry: {
    /** Page bounds of everything drawn, rotation included. */
    bounds(record: ElementRecord, view: ShapeView): Box
    outline(record: ElementRecord, view: ShapeView): Outline
    /** Is the point on it, within `slack` page units? Hollow shapes answer only near their line, and on their text. */
    hit(record: ElementRecord, at: Vec, slack: number, view: ShapeView): boolean
    handles?(record: ElementRecord, view: ShapeView): readonly Handle[]
    snapPoints?(record: ElementRecord, view: ShapeView): readonly Vec[]
  }
  draw(pen: Pen, record: ElementRecord, view: ShapeView, look: Look): void
  readonly edit?: {
    /** Keeps its proportions, or one side follows the text. */
    readonly resize?: 'free' | 'ratio' | 'width' | 'none'
    readonly rotates?: boolean
    /** New fields for a box dragged to a new size; default: the box itself. */
    reshape?(record: ElementRecord, box: Box, view: ShapeView): Readonly<Record<string, unknown>>
    /** Fields that a moved handle sets. */
    moveHandle?(record: ElementRecord, handleId: string, to: Vec, view: ShapeView): Readonly<Record<string, unknown>>
    /** Fields that follow from a changed text or style (auto height, fitted size), stored by the client that edits. */
    fit?(record: ElementRecord, view: ShapeView): Readonly<Record<string, unknown>>
    /** Where its rich text is typed, in the record's unrotated frame. */
    textBox?(record: ElementRecord, view: ShapeView): TextBox
  }
  readonly export?: {
    plainText?(record: BoardRecord): string
  }
}

export interface TextBox {
  readonly box: Box
  readonly font: FontFace
  readonly size: number
  readonly color: string
  readonly align: 'start' | 'center' | 'end'
  readonly vertical: 'top' | 'middle' | 'bottom'
  /** The box grows with the text instead of wrapping it. */
  readonly grows: boolean
  readonly lineHeight: number
}

/** Server-safe part of a shape: what its records may hold and how old ones are brought up to date. */
export interface ShapeSchema {
  readonly kind: string
  /** Every prop besides the base fields; strict, with ranges. */
  readonly props: ZodObject
  readonly defaults: Readonly<Record<string, unknown>>
  readonly version: number
  /** Steps from version n to n + 1, on partial props: an absent field stays untouched. */
  readonly migrations: readonly ((props: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>)[]
  readonly facets: {
    /** Has x, y, w, h, r. */
    readonly element?: boolean
    /** May hold children. */
    readonly container?: 'page' | 'group' | 'frame'
    /** Connectors may attach. */
    readonly bindable?: boolean
    /** Holds a rich-text document in `text`. */
    readonly text?: boolean
    /** Has stroke pieces. */
    readonly stroke?: boolean
  }
}

/** Names a shape; the list in `shapes/index.ts` is the only place that knows all of them. */
export function defineShape(definition: ShapeDefinition): ShapeDefinition {
  return definition
}
