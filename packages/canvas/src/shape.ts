import type { DocumentView, ElementRecord, RecordId } from './document/model/record.ts'
import type { Outline } from './geometry/outline.ts'
import type { ShapeSchema } from './document/model/schema.ts'
import type { Box } from './geometry/box.ts'
import type { Path } from './geometry/path.ts'
import type { Vec } from './geometry/vec.ts'
import type { RenderOptions, Pen } from './pen.ts'
import type { FontFace, MeasureText } from './text/run.ts'

export type { Outline } from './geometry/outline.ts'
export type { RenderOptions, Pen } from './pen.ts'
export type { ShapeSchema } from './document/model/schema.ts'
export type { FontFace, MeasureText } from './text/run.ts'

/** What a shape may ask while it measures or draws itself. Never the editor. */
export interface ShapeView {
  readonly document: DocumentView
  /** Page bounds of another record, as drawn (strokes, rotation and bound ends included). */
  getBounds(id: RecordId): Box | undefined
  /** Outline of another element on the page; undefined for what is missing or has no place. */
  getOutline(id: RecordId): Outline | undefined
  readonly measure: MeasureText
}

/** Where the edge of an element runs as it is drawn, upright; it turns with the element. For marks beside the edge. */
export type Trace = {
  /** Of the line that is drawn along it, in page units. */
  readonly width: number
} & (
  | { readonly form: 'box'; readonly radius: number }
  | { readonly form: 'ellipse' }
  /** Convex; on the page, before the turn. */
  | { readonly form: 'polygon'; readonly points: readonly Vec[] }
  | { readonly form: 'path'; readonly path: Path; readonly at: Vec; readonly filled: boolean }
)

export interface Handle {
  readonly id: string
  /** On the page. */
  readonly at: Vec
  /** A `point` is on the shape; a `middle` makes a new point, or bends, when it is pulled. */
  readonly role: 'point' | 'middle'
}

export type Fields = Readonly<Record<string, unknown>>

/** Input of a resize: the box the element was dragged to, in its own unrotated coordinates. */
export interface Reshape {
  readonly box: Box
  /** From a side only one of the two changed; text grows in size only from a corner. */
  readonly from: 'corner' | 'side'
}

/** One kind of element; each facet is a file of the shape's folder. */
export interface ShapeDefinition<R extends ElementRecord = ElementRecord> {
  readonly kind: string
  /** Translation key of its name. */
  readonly nameKey: string
  readonly schema: ShapeSchema
  readonly geometry: {
    /** Page bounds of everything drawn, rotation and line widths included. */
    bounds(record: R, view: ShapeView): Box
    outline(record: R, view: ShapeView): Outline
    trace(record: R, view: ShapeView): Trace
    /** Is the point on it, within `slack` page units? Hollow shapes answer only near their line, and on their text. */
    hit(record: R, at: Vec, slack: number, view: ShapeView): boolean
    handles?(record: R, view: ShapeView): readonly Handle[]
    /** Where its children may be seen. */
    clip?(record: R): Box
  }
  draw(pen: Pen, record: R, view: ShapeView, look: RenderOptions): void
  readonly edit?: {
    /** `ratio` keeps proportions, `width` lets the height follow the text, `none` has handles only. Default `free`. */
    readonly resize?: 'free' | 'ratio' | 'width' | 'none'
    /** Default true. */
    readonly rotates?: boolean
    /** New fields for a box dragged to a new size; default: the box itself. */
    reshape?(record: R, reshape: Reshape, view: ShapeView): Fields
    /** Fields that a moved handle sets. */
    moveHandle?(record: R, handleId: string, to: Vec, view: ShapeView): Fields
    /** Fields besides position and rotation that flip its drawing; a shape without any looks the same flipped. */
    flip?(record: R, axis: 'horizontal' | 'vertical'): Fields
    /** Fields that follow from a changed text or style (auto height, fitted size), stored by the client that edits. Empty when all is well. */
    fit?(record: R, view: ShapeView): Fields
    /** Is nothing without text: it goes when typing leaves it empty. */
    readonly needsText?: boolean
    /** A name of one line, typed where it is drawn. */
    readonly title?: TitleFacet<R>
    /** Where its rich text is typed, in the record's unrotated frame. */
    textBox?(record: R, view: ShapeView): TextBox
  }
  readonly export?: {
    plainText?(record: R): string
  }
}

export interface TitleFacet<R extends ElementRecord = ElementRecord> {
  /** The plain string that holds it. */
  readonly field: string
  /** Most characters. */
  readonly most: number
  /** Font size in page units; the face is `sans`. */
  readonly size: number
  /** Where it stands on the page. */
  position(record: R): Box
}

export interface TextBox {
  /** On the page, before the record's turn about its own centre. */
  readonly box: Box
  readonly font: FontFace
  readonly size: number
  /** Colour name or `#rrggbb`, as stored; `labelColor` resolves it. */
  readonly color: string
  readonly align: 'start' | 'center' | 'end'
  readonly vertical: 'top' | 'middle' | 'bottom'
  /** The box grows with the text instead of wrapping it. */
  readonly grows: boolean
  /** Share of the size. */
  readonly lineHeight: number
}
