import type { NewRecord } from '../document/model/change.ts'
import { groupSchema } from '../document/kinds/group.ts'
import type { RecordId } from '../document/model/record.ts'
import { imageSchema } from '../shapes/image/schema.ts'
import type { ImportedDrawing, ImportedImage } from './imported-drawing.ts'
import { type ImportNote, importNotes, mergeNotes } from './notes.ts'

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
  const getStored = (list: readonly ImportedImage[]) =>
    new Map<RecordId, StoredImage | undefined>(
      list.flatMap(({ key, records }) => records.map((id) => [id, stored.get(key)] as const)),
    )
  const images = getStored(drawing.images.filter(({ isVideo }) => !isVideo))
  const videos = getStored(drawing.images.filter(({ isVideo }) => isVideo))
  const refused = [...images].filter(([, image]) => image === undefined).map(([id]) => id)
  const records = withoutRecords(drawing.records, new Set(refused)).map((record) => {
    const filled = fillIn(record, images.get(record.id))
    return videos.has(record.id) ? withVideo(filled, videos.get(record.id)?.fileId) : filled
  })
  const still = records.filter(({ id }) => videos.has(id) && videos.get(id) === undefined).map(({ id }) => id)
  if (refused.length + still.length === 0) return { ...drawing, records, images: [] }
  const made = new Map(drawing.report.made)
  made.set(imageSchema.kind, (made.get(imageSchema.kind) ?? 0) - refused.length)
  const notes = [
    createNote('pictureRefused', refused.length),
    createNote('videoMissing', still.length, still),
  ]
  return {
    ...drawing,
    records,
    images: [],
    report: {
      ...drawing.report,
      made,
      notes: mergeNotes(
        drawing.report.notes,
        notes.filter(({ count }) => count > 0),
      ),
    },
  }
}

function createNote(
  name: keyof typeof importNotes,
  count: number,
  records: readonly RecordId[] = [],
): ImportNote {
  return { name, outcome: importNotes[name], count, records }
}

/** An element with its video, or without one: its first frame stays. */
export function withVideo({ video: _video, ...record }: NewRecord, fileId: string | undefined): NewRecord {
  return (fileId === undefined ? record : { ...record, video: fileId }) as NewRecord
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
