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

/** What a shape can query when it measures or draws itself. */
export interface ShapeView {
  readonly document: DocumentView
  /** Page bounds of another record as drawn (strokes, rotation and bound ends included). */
  getBounds(id: RecordId): Box | undefined
  /** Outline of another element on the page; undefined if it is missing or has no position. */
  getOutline(id: RecordId): Outline | undefined
  readonly measure: MeasureText
}

/** The drawn edge of an element before rotation, for outlines around it. */
export type EdgeTrace = {
  /** Stroke width along the edge, in page units. */
  readonly width: number
} & (
  | { readonly form: 'box'; readonly radius: number }
  | { readonly form: 'ellipse' }
  /** Convex; page coordinates before rotation. */
  | { readonly form: 'polygon'; readonly points: readonly Vec[] }
  | { readonly form: 'path'; readonly path: Path; readonly at: Vec; readonly filled: boolean }
)

export interface Handle {
  readonly id: string
  /** On the page. */
  readonly at: Vec
  /** A `point` is part of the shape; dragging a `middle` adds a point or bends the line. */
  readonly role: 'point' | 'middle'
}

export type Fields = Readonly<Record<string, unknown>>

/** Input of a resize: the new box in the element's unrotated coordinates. */
export interface ResizeInput {
  readonly box: Box
  /** A side handle changes one dimension; font sizes change only by corner handles. */
  readonly from: 'corner' | 'side'
}

/** One kind of element. Each facet is a file in the shape's folder. */
export interface ShapeDefinition<R extends ElementRecord = ElementRecord> {
  readonly kind: string
  /** Translation key of its name. */
  readonly nameKey: string
  /** Translation key of one element's name, for a kind with several. */
  getNameKey?(record: R): string
  readonly schema: ShapeSchema
  /** It is paper: light with dark ink in every theme. */
  readonly isPaper?: boolean
  readonly geometry: {
    /** Page bounds of everything drawn, rotation and stroke widths included. */
    bounds(record: R, view: ShapeView): Box
    outline(record: R, view: ShapeView): Outline
    trace(record: R, view: ShapeView): EdgeTrace
    /**
     * Whether the point hits the shape, within `slack` page units. Hollow shapes are hit only at their stroke and
     * text.
     */
    hit(record: R, at: Vec, slack: number, view: ShapeView): boolean
    handles?(record: R, view: ShapeView): readonly Handle[]
    /** Area in which its children are visible. */
    clip?(record: R): Box
  }
  draw(pen: Pen, record: R, view: ShapeView, options: RenderOptions): void
  readonly edit?: {
    /** `ratio` keeps proportions, `width` lets the height follow the text, `none` has handles only. Default `free`. */
    readonly resize?: 'free' | 'ratio' | 'width' | 'none'
    /** Default: true. */
    readonly rotates?: boolean
    /** Fields for a resized box; default: the box itself. */
    reshape?(record: R, reshape: ResizeInput, view: ShapeView): Fields
    /** Fields set by moving a handle. */
    moveHandle?(record: R, handleId: string, to: Vec, view: ShapeView): Fields
    /** The handle that a drag at a point of the line moves, to bend the line there; undefined if it cannot bend. */
    getBendHandle?(record: R, at: Vec, view: ShapeView): Handle | undefined
    /** The handle that a drag of its label moves; undefined beside the label. */
    getLabelHandle?(record: R, at: Vec, view: ShapeView): Handle | undefined
    /** Fields besides position and rotation that flip the drawing; not needed for symmetric shapes. */
    flip?(record: R, axis: 'horizontal' | 'vertical'): Fields
    /** Its visible part can be chosen. */
    readonly crop?: CropFacet<R>
    /**
     * Fields that depend on text and style (auto height, fitted size), stored by the editing client. Empty if up
     * to date.
     */
    fit?(record: R, view: ShapeView): Fields
    /** The element is removed when its text is empty after editing. */
    readonly needsText?: boolean
    /** A single-line name that is edited in place. */
    readonly title?: TitleFacet<R>
    /** Text box for its rich text, in unrotated coordinates. */
    textBox?(record: R, view: ShapeView): TextBox
  }
  readonly export?: {
    plainText?(record: R): string
  }
}

/** Boxes are before rotation. */
export interface CropFacet<R extends ElementRecord = ElementRecord> {
  /** The box that it would have without a crop. */
  getWhole(record: R): Box
  /** Fields that make this box the visible part, with its position. */
  set(record: R, box: Box): Fields
}

export interface TitleFacet<R extends ElementRecord = ElementRecord> {
  /** Name of the string field. */
  readonly field: string
  /** Maximum length in characters. */
  readonly most: number
  /** Font size in page units; the font is `sans`. */
  readonly size: number
  /** Position on the page. */
  position(record: R): Box
}

export interface TextBox {
  /** Page coordinates before rotation about the record's centre. */
  readonly box: Box
  readonly font: FontFace
  readonly size: number
  /** Stored colour: a name or `#rrggbb`, resolved by `labelColor`. */
  readonly color: string
  readonly align: 'start' | 'center' | 'end'
  readonly vertical: 'top' | 'middle' | 'bottom'
  /** The box grows with the text instead of wrapping. */
  readonly grows: boolean
  /** Multiple of the font size. */
  readonly lineHeight: number
  /** The text is on paper, so its colours are those of the light theme. */
  readonly isPaper?: boolean
}
