import type { NewRecord } from '../document/model/change.ts'
import { groupSchema } from '../document/kinds/group.ts'
import type { RecordId } from '../document/model/record.ts'
import { imageSchema } from '../shapes/image/schema.ts'
import type { ImportedDrawing } from './imported-drawing.ts'
import { importNotes, mergeNotes } from './notes.ts'

/** An uploaded image with its size in pixels. */
export interface StoredImage {
  readonly fileId: string
  readonly w: number
  readonly h: number
}

/** The drawing with uploaded images. Elements whose image could not be stored are removed and reported. */
export function placeImages(
  drawing: ImportedDrawing,
  stored: ReadonlyMap<string, StoredImage>,
): ImportedDrawing {
  const images = new Map<RecordId, StoredImage | undefined>(
    drawing.images.flatMap(({ key, records }) => records.map((id) => [id, stored.get(key)] as const)),
  )
  const refused = [...images].filter(([, image]) => image === undefined).map(([id]) => id)
  const records = withoutRecords(drawing.records, new Set(refused)).map((record) =>
    fillIn(record, images.get(record.id)),
  )
  if (refused.length === 0) return { ...drawing, records, images: [] }
  const made = new Map(drawing.report.made)
  made.set(imageSchema.kind, (made.get(imageSchema.kind) ?? 0) - refused.length)
  const note = {
    name: 'pictureRefused',
    outcome: importNotes.pictureRefused,
    count: refused.length,
    records: [],
  } as const
  return {
    ...drawing,
    records,
    images: [],
    report: { ...drawing.report, made, notes: mergeNotes(drawing.report.notes, [note]) },
  }
}

function fillIn(record: NewRecord, image: StoredImage | undefined): NewRecord {
  return image === undefined
    ? record
    : { ...record, file: image.fileId, naturalW: image.w, naturalH: image.h }
}

/** Removes records with those that depend on them: their bindings, and groups without other members. */
export function withoutRecords(
  records: readonly NewRecord[],
  removedIds: ReadonlySet<RecordId>,
): NewRecord[] {
  if (removedIds.size === 0) return [...records]
  const removed = new Set(removedIds)
  for (const record of records) {
    if (typeof record['target'] === 'string' && removed.has(record['target'])) removed.add(record.id)
  }
  for (let before = -1; before !== removed.size;) {
    before = removed.size
    const holding = new Set(records.filter(({ id }) => !removed.has(id)).map(({ parent }) => parent))
    for (const { id, kind } of records) if (kind === groupSchema.kind && !holding.has(id)) removed.add(id)
  }
  return records.filter(({ id }) => !removed.has(id))
}
