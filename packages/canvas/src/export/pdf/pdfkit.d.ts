// pdfkit has no types of its own; these are the parts that the PDF pen uses.

declare module 'pdfkit' {
  /** Plain strings are written as names, `new String()` as text strings. */
  export type PdfValue =
    | string
    // eslint-disable-next-line @typescript-eslint/no-wrapper-object-types -- how pdfkit tells texts from names
    | String
    | number
    | boolean
    | PdfReference
    | readonly PdfValue[]
    | { readonly [key: string]: PdfValue }

  export class PdfReference {
    data: Record<string, PdfValue>
    readonly uncompressedLength: number
    write(chunk: string | Uint8Array): void
    end(chunk?: string | Uint8Array): void
  }

  export interface PdfImage {
    readonly label: string
    readonly width: number
    readonly height: number
    readonly obj: PdfReference | null
  }

  export interface PdfPage {
    readonly width: number
    readonly height: number
    content: PdfReference
    readonly dictionary: PdfReference
    readonly fonts: Record<string, PdfReference>
  }

  export interface PdfOptions {
    readonly autoFirstPage?: boolean
    readonly pdfVersion?: string
    readonly font?: string | null
    readonly info?: Readonly<Record<string, string>>
    readonly displayTitle?: boolean
    readonly tagged?: boolean
    /** BCP 47. */
    readonly lang?: string
  }

  export interface TextOptions {
    readonly lineBreak?: boolean
    readonly baseline?: 'alphabetic'
    readonly features?: readonly string[]
    readonly oblique?: boolean
  }

  export interface EmbeddedFont {
    /** Font object of fontkit. */
    readonly font: { hasGlyphForCodePoint(codePoint: number): boolean }
    /** Code points of each glyph, by its index in the subset. */
    readonly unicode: (readonly number[])[]
  }

  /** Marked content of a page, for a structure element. */
  export interface StructureContent {
    readonly refs: readonly object[]
  }

  export interface StructureOptions {
    readonly title?: string
    /** Text in place of an image. */
    readonly alt?: string
    /** The text as it was written. */
    readonly actual?: string
  }

  export interface StructureElement {
    add(child: StructureElement | StructureContent): this
    end(): void
  }

  export class PDFDocument {
    constructor(options?: PdfOptions)
    readonly page: PdfPage
    readonly outline: { addItem(title: string): unknown }
    /** The current font. */
    readonly _font: EmbeddedFont
    addPage(options: { readonly size: readonly [number, number]; readonly margin: number }): this
    ref(data?: Record<string, PdfValue>): PdfReference
    addContent(operators: string): this
    struct(type: string, options?: StructureOptions): StructureElement
    addStructure(element: StructureElement): this
    markContent(tag: 'Artifact'): this
    markStructureContent(type: string): StructureContent
    endMarkedContent(): this
    save(): this
    restore(): this
    transform(a: number, b: number, c: number, d: number, e: number, f: number): this
    fillOpacity(opacity: number): this
    strokeOpacity(opacity: number): this
    registerFont(name: string, bytes: Uint8Array): this
    font(name: string): this
    fontSize(size: number): this
    text(text: string, x: number, y: number, options?: TextOptions): this
    openImage(bytes: Uint8Array): PdfImage
    image(
      image: PdfImage,
      x: number,
      y: number,
      options: { readonly width: number; readonly height: number },
    ): this
    link(x: number, y: number, w: number, h: number, address: string): this
    end(): void
  }
}

declare module 'pdfkit/output' {
  import type { PDFDocument } from 'pdfkit'

  /** Call this before writing to the document. */
  export function toBlob(document: PDFDocument): Promise<Blob>
}
