import type { DocumentView, RecordId } from '../document/record.ts'
import type { ThemeName } from '../pen.ts'
import { createMeasure } from '../render/measure.ts'
import type { ShapeDefinition } from '../shape.ts'
import { filesIn, loadAddresses, loadPictures, type ReadFile } from './files.ts'
import { exportPng } from './png.ts'
import { exportSvg } from './svg.ts'

export interface PictureRequest {
  readonly document: DocumentView
  readonly shapes: readonly ShapeDefinition[]
  /** What to draw, lowest first: the selection, or the children of a page. */
  readonly ids: readonly RecordId[]
  readonly as: 'png' | 'svg'
  readonly theme: ThemeName
  /** `#rrggbb`; null leaves it clear. */
  readonly background: string | null
  /** Pixels per page unit of a PNG. Default 2, which stays sharp on most screens. */
  readonly scale?: number
  readonly readFile: ReadFile
  /** `@font-face` rules with `data:` addresses, so that an SVG looks the same where the fonts are not installed. */
  readonly fontFaces?: string
}

export interface ExportedPicture {
  readonly blob: Blob
  /** Files that could not be read; a pale area stands in their place. */
  readonly missing: readonly string[]
}

/** A picture of a board or a part of it as a file; undefined when there is nothing to see. */
export async function exportPicture(request: PictureRequest): Promise<ExportedPicture | undefined> {
  const { document, ids, theme, background, readFile } = request
  const shapes = new Map(request.shapes.map((shape) => [shape.kind, shape]))
  const drawing = { document, ids, shapes, theme, background, measure: createMeasure().measure }
  const files = filesIn(document, ids)
  if (ids.length === 0) return undefined
  if (request.as === 'svg') {
    const { image, missing } = await loadAddresses(files, readFile)
    const { fontFaces } = request
    const markup = exportSvg({ ...drawing, image, ...(fontFaces !== undefined && { fontFaces }) })
    return { blob: new Blob([markup], { type: 'image/svg+xml' }), missing }
  }
  const loaded = await loadPictures(files, readFile)
  try {
    const png = await exportPng({ ...drawing, scale: request.scale ?? 2, pictures: loaded.pictures })
    return png && { blob: png.blob, missing: loaded.missing }
  } finally {
    loaded.dispose()
  }
}
