import type { DocumentView, ElementRecord, RecordId } from '../document/model/record.ts'
import type { Box } from '../geometry/box.ts'
import type { Shapes } from './export-view.ts'

/** Content of one page of an exported file. */
export interface ExportPage {
  readonly ids: readonly RecordId[]
  readonly box?: Box
  readonly padding?: number
  readonly alone?: RecordId
  /** Title in the outline of the file. */
  readonly title?: string
}

/** A page with exactly the area and contents of a frame. */
export function getFramePage(document: DocumentView, shapes: Shapes, id: RecordId): ExportPage | undefined {
  const record = document.get(id)
  const shape = record && shapes.get(record.kind)
  const box = shape?.geometry.clip?.(record as ElementRecord)
  if (!box) return undefined
  const field = shape?.edit?.title?.field
  const title = field === undefined ? undefined : record?.[field]
  return { ids: [id], box, padding: 0, alone: id, ...(typeof title === 'string' && { title }) }
}

/** All frames of a page, nested ones included, in stacking order from the bottom. */
export function listFrames(document: DocumentView, shapes: Shapes, page: RecordId): readonly RecordId[] {
  return document.childIds(page).flatMap((id) => {
    const kind = document.get(id)?.kind
    const own = kind !== undefined && shapes.get(kind)?.geometry.clip ? [id] : []
    return [...own, ...listFrames(document, shapes, id)]
  })
}
