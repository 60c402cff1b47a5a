import { strFromU8 } from 'fflate'
import { boardFileName } from '../document/codec/board-file.ts'
import { bindingSchema } from '../document/kinds/binding.ts'
import { groupSchema } from '../document/kinds/group.ts'
import { pageSchema } from '../document/kinds/page.ts'
import type { NewRecord } from '../document/model/change.ts'
import { type fileFields, getRecordFiles } from '../document/model/record-files.ts'
import { imageSchema } from '../shapes/image/schema.ts'
import { countKinds, countLabels } from './containers-first.ts'
import { readBase64 } from './excalidraw/data-url.ts'
import { type ImportFailure, isImportFailure } from './import-failure.ts'
import { withoutRecords, withVideo } from './images.ts'
import type { ImportedDrawing, ImportedImage } from './imported-drawing.ts'
import { createNoteCounter, type NoteCounter } from './notes.ts'
import { readBoardFile, type ForeignBoard } from './tavla/read-board-file.ts'
import { readRecords } from './tavla/read-records.ts'
import { readVersions, type ReadVersion } from './tavla/read-versions.ts'
import { unzip } from './unzip.ts'

type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

/** Reads the package `.tavla`. */
export function importTavlaPackage(bytes: Uint8Array): ImportedDrawing | ImportFailure {
  const files = unzip(bytes, (name) => name === boardFileName || name.startsWith('assets/'))
  if (isImportFailure(files)) return files
  const text = files.get(boardFileName)
  if (!text) return { reason: 'not_a_drawing', message: `The package has no ${boardFileName}` }
  let value: unknown
  try {
    value = JSON.parse(strFromU8(text))
  } catch {
    return { reason: 'damaged', message: `${boardFileName} is no JSON` }
  }
  return importTavla(value, files, bytes)
}

/** Reads the plain form, as JSON already; `files` are those of a package, and `zip` is the package. */
export function importTavla(
  value: unknown,
  files: Files = new Map(),
  zip?: Uint8Array,
): ImportedDrawing | ImportFailure {
  const board = readBoardFile(value)
  if (isImportFailure(board)) return board
  const notes = createNoteCounter()
  const getKey = createImageKeys()
  const { records, pieces, images } = readContent(board, files, getKey, notes)
  if (records.length === 0) {
    const isBroken = notes.notes().length > 0
    return { reason: isBroken ? 'damaged' : 'empty', message: 'Nothing in the file can be put on a board' }
  }
  const readVersion: ReadVersion = (version) => {
    const versionNotes = createNoteCounter()
    const content = readContent(version, files, getKey, versionNotes)
    if (!hasPages(content.records)) return null
    if (versionNotes.notes().length > 0) notes.take('versionIncomplete', version)
    return content
  }
  const versions = zip && hasPages(records) ? readVersions(zip, readVersion, notes) : []
  const structure: ReadonlySet<string> = new Set([pageSchema.kind, groupSchema.kind, bindingSchema.kind])
  return {
    records,
    pieces,
    images,
    isOwn: true,
    ...(versions.length > 0 && { versions }),
    report: {
      made: countKinds(records.filter(({ kind }) => !structure.has(kind))),
      labels: countLabels(records),
      notes: notes.notes(),
    },
  }
}

const hasPages = (records: readonly NewRecord[]): boolean =>
  records.some(({ kind }) => kind === pageSchema.kind)

/** What of a board file can be put on a board; the rest is noted. */
function readContent(
  board: ForeignBoard,
  files: Files,
  getKey: ImageKeys,
  notes: NoteCounter,
): Pick<ImportedDrawing, 'records' | 'pieces' | 'images'> {
  const { records, pieces } = readRecords(board, notes)
  const { images, missing } = findFiles('file', records, board, files, getKey)
  for (const record of missing) notes.take('pictureMissing', record)
  const shown = withoutRecords(records, new Set(missing.map(({ id }) => id)))
  const videos = findFiles('video', shown, board, files, getKey)
  for (const record of videos.missing) notes.take('videoMissing', record)
  const still = new Set(videos.missing.map(({ id }) => id))
  const complete = shown.map((record) => (still.has(record.id) ? withVideo(record, undefined) : record))
  return { records: complete, pieces, images: [...images, ...videos.images] }
}

type FileField = (typeof fileFields)[number]
type ImageKeys = (field: FileField, bytes: Uint8Array) => string

/** The same file of a package has the same key wherever it is shown. */
function createImageKeys(): ImageKeys {
  const keys = new Map<FileField, Map<Uint8Array, string>>()
  return (field, bytes) => {
    const known = keys.get(field) ?? new Map<Uint8Array, string>()
    keys.set(field, known)
    const key = known.get(bytes) ?? `${field}${known.size}`
    known.set(bytes, key)
    return key
  }
}

/** The images or videos in the file with the elements that show them, and the elements whose one is not in it. */
function findFiles(
  field: FileField,
  records: readonly NewRecord[],
  board: ForeignBoard,
  files: Files,
  getKey: ImageKeys,
): { readonly images: readonly ImportedImage[]; readonly missing: readonly NewRecord[] } {
  const assets = new Map(board.assets.map((asset) => [asset.id, asset]))
  const isVideo = field === 'video'
  const shown = records.filter(
    (record) => record.kind === imageSchema.kind && getRecordFiles({ [field]: record[field] }).length > 0,
  )
  const images: ImportedImage[] = []
  const missing: NewRecord[] = []
  for (const [id, list] of Map.groupBy(shown, (record) => String(record[field]))) {
    const asset = assets.get(id)
    const bytes = asset && (files.get(asset.path ?? '') ?? readBase64(asset.data ?? ''))
    const type = asset?.type?.startsWith(isVideo ? 'video/' : 'image/')
      ? asset.type
      : 'application/octet-stream'
    if (!bytes || bytes.length === 0) missing.push(...list)
    else
      images.push({
        key: getKey(field, bytes),
        bytes,
        type,
        records: list.map((record) => record.id),
        ...(isVideo && { isVideo }),
      })
  }
  return { images, missing }
}
