import type { NewRecord } from '../document/model/change.ts'
import { createKeysBetween } from '../document/model/order-keys.ts'
import type { ElementRecord } from '../document/model/record.ts'
import { imageSchema } from '../shapes/image/schema.ts'
import type { ImportFailure } from './import-failure.ts'
import type { ImportedDrawing } from './imported-drawing.ts'
import { importNotes } from './notes.ts'

/** A page of a document, drawn. */
export interface PageImage {
  /** Page units. */
  readonly w: number
  readonly h: number
  readonly text: string
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const gap = 40
/** As many as the schema allows. */
const mostText = 8_000

/** Images of pages in rows, in reading order; their alternative text is what stands on them. */
export function createPageImages(pages: readonly PageImage[], left: number): ImportedDrawing | ImportFailure {
  if (pages.length === 0) return { reason: 'empty', message: 'The document has no pages' }
  const columns = Math.ceil(Math.sqrt(pages.length * 1.5))
  // Boards assign new keys on insertion; these only express the order.
  const keys = createKeysBetween(null, null, pages.length, () => 0.5)
  const records: NewRecord[] = []
  let [x, y, rowHeight] = [0, 0, 0]
  for (const [index, { w, h, text }] of pages.entries()) {
    if (index > 0 && index % columns === 0) [x, y, rowHeight] = [0, y + rowHeight + gap, 0]
    const record: Partial<ElementRecord> = {
      ...imageSchema.defaults,
      ...{ x, y, w, h, r: 0, alt: text.trim().slice(0, mostText) },
    }
    records.push({ ...record, id: `page-${index}`, kind: imageSchema.kind, parent: null, z: keys[index]! })
    x += w + gap
    rowHeight = Math.max(rowHeight, h)
  }
  const note = { name: 'pages', outcome: importNotes.pages, count: left, records: [] } as const
  return {
    records,
    pieces: new Map(),
    images: pages.map(({ bytes, type }, index) => ({
      key: `${index + 1}`,
      bytes,
      type,
      records: [`page-${index}`],
    })),
    report: { made: new Map([[imageSchema.kind, pages.length]]), labels: 0, notes: left > 0 ? [note] : [] },
  }
}
