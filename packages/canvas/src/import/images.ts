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

/**
 * The drawing and its versions with uploaded images. Elements whose image could not be stored are removed, and reported
 * where the drawing shows them.
 */
export function placeImages(
  drawing: ImportedDrawing,
  stored: ReadonlyMap<string, StoredImage>,
): ImportedDrawing {
  const { records, refused, still } = fillImages(drawing, stored)
  const versions = drawing.versions?.map((version) => {
    const filled = fillImages(version, stored)
    return { ...version, records: filled.records, images: [], isComplete: isWhole(filled) }
  })
  const incomplete = versions?.filter(({ isComplete }) => !isComplete).length ?? 0
  const placed = {
    ...drawing,
    records,
    images: [],
    ...(versions && { versions: versions.map(({ isComplete: _, ...version }) => version) }),
  }
  const made = new Map(drawing.report.made)
  if (refused.length > 0) made.set(imageSchema.kind, (made.get(imageSchema.kind) ?? 0) - refused.length)
  const notes = [
    createNote('pictureRefused', refused.length),
    createNote('videoMissing', still.length, still),
    createNote('versionIncomplete', incomplete),
  ].filter(({ count }) => count > 0)
  if (notes.length === 0) return placed
  const report = { ...drawing.report, made, notes: mergeNotes(drawing.report.notes, notes) }
  return { ...placed, report }
}

interface FilledRecords {
  readonly records: readonly NewRecord[]
  /** Elements without their image, which are removed. */
  readonly refused: readonly RecordId[]
  /** Elements without their video, which show its first frame. */
  readonly still: readonly RecordId[]
}

const isWhole = ({ refused, still }: FilledRecords): boolean => refused.length + still.length === 0

function fillImages(
  { records, images: listed }: Pick<ImportedDrawing, 'records' | 'images'>,
  stored: ReadonlyMap<string, StoredImage>,
): FilledRecords {
  const getStored = (list: readonly ImportedImage[]) =>
    new Map<RecordId, StoredImage | undefined>(
      list.flatMap(({ key, records: shown }) => shown.map((id) => [id, stored.get(key)] as const)),
    )
  const images = getStored(listed.filter(({ isVideo }) => !isVideo))
  const videos = getStored(listed.filter(({ isVideo }) => isVideo))
  const refused = [...images].filter(([, image]) => image === undefined).map(([id]) => id)
  const filled = withoutRecords(records, new Set(refused)).map((record) => {
    const shown = fillIn(record, images.get(record.id))
    return videos.has(record.id) ? withVideo(shown, videos.get(record.id)?.fileId) : shown
  })
  const still = filled.filter(({ id }) => videos.has(id) && videos.get(id) === undefined).map(({ id }) => id)
  return { records: filled, refused, still }
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
