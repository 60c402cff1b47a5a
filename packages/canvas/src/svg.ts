/** Server-safe entry: SVG export without a DOM. */
import type { ShapeDefinition } from './shape.ts'
import { shapes } from './shapes/index.ts'

export type { BoardRecord, DocumentView, ElementRecord, RecordId } from './document/model/record.ts'
export type { Box } from './geometry/box.ts'
export type { ShapeDefinition, ShapeView } from './shape.ts'
export type { RichText } from './document/text/rich-text.ts'
export { layoutText } from './text/layout.ts'
export type { TextStyle } from './text/text-style.ts'
export type { MeasureText, PlacedRun, TextBlock, TextRun } from './text/run.ts'
export type { ImageUrl, GlyphOutline } from './render/pens/svg-pen.ts'
export { exportJson, type JsonPart, jsonText } from './export/board-data/json.ts'
export { exportSvg, getImageBox, type ImageOptions, type SvgOptions } from './export/export-svg.ts'
export { createExportView } from './export/export-view.ts'
export { listRanges, type GlyphSource, type FontRange } from './text/coverage.ts'
export { fontFamilies, type ShippedFontName } from './text/fonts.ts'
export { shippedFonts } from './text/shipped-fonts.ts'
export { boardColors } from './shapes/shared/palette.ts'

/** All drawn kinds by name. */
export const shapesByKind: ReadonlyMap<string, ShapeDefinition> = new Map(
  shapes.map((shape) => [shape.kind, shape]),
)
