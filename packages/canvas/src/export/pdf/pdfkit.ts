// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- every package that type-checks this file must find the types beside it
/// <reference path="./pdfkit.d.ts" />

export { PDFDocument } from 'pdfkit'
export type { PdfImage, PdfReference, PdfValue, StructureElement, StructureOptions } from 'pdfkit'
export { toBlob } from 'pdfkit/output'
