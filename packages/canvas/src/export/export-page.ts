import type { DocumentView, ElementRecord, RecordId } from '../document/model/record.ts'
import type { Box } from '../geometry/box.ts'
import type { Shapes } from './export-view.ts'

/** What one page of a file shows. */
export interface ExportPage {
  readonly ids: readonly RecordId[]
  readonly box?: Box
  readonly padding?: number
  readonly alone?: RecordId
  /** As it stands in a list of the file's pages. */
  readonly title?: string
}

/** A frame as a sheet: exactly its area, and what is in it. */
export function getFramePage(document: DocumentView, shapes: Shapes, id: RecordId): ExportPage | undefined {
  const record = document.get(id)
  const shape = record && shapes.get(record.kind)
  const box = shape?.geometry.clip?.(record as ElementRecord)
  if (!box) return undefined
  const field = shape?.edit?.title?.field
  const title = field === undefined ? undefined : record?.[field]
  return { ids: [id], box, padding: 0, alone: id, ...(typeof title === 'string' && { title }) }
}

/** Frames under this page, also those in groups and in other frames, in paint order, lowest first. */
export function listFrames(document: DocumentView, shapes: Shapes, page: RecordId): readonly RecordId[] {
  return document.childIds(page).flatMap((id) => {
    const kind = document.get(id)?.kind
    const own = kind !== undefined && shapes.get(kind)?.geometry.clip ? [id] : []
    return [...own, ...listFrames(document, shapes, id)]
  })
}
