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
import { createNoteCounter } from './notes.ts'
import { readBoardFile, type ForeignBoard } from './tavla/read-board-file.ts'
import { readRecords } from './tavla/read-records.ts'
import { unzip } from './unzip.ts'

type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

/** Reads the package `.tavla`. */
export function importTavlaPackage(bytes: Uint8Array): ImportedDrawing | ImportFailure {
  const files = unzip(bytes, (name) => name === boardFileName || name.startsWith('assets/'))
  if (isImportFailure(files)) return files
  const text = files.get(boardFileName)
  if (!text) return { reason: 'not_a_drawing', message: `The package has no ${boardFileName}` }
  try {
    return importTavla(JSON.parse(strFromU8(text)), files)
  } catch {
    return { reason: 'damaged', message: `${boardFileName} is no JSON` }
  }
}

/** Reads the plain form, as JSON already; `files` are those of a package. */
export function importTavla(value: unknown, files: Files = new Map()): ImportedDrawing | ImportFailure {
  const board = readBoardFile(value)
  if (isImportFailure(board)) return board
  const notes = createNoteCounter()
  const { records, pieces } = readRecords(board, notes)
  const { images, missing } = findFiles('file', records, board, files)
  for (const record of missing) notes.take('pictureMissing', record)
  const shown = withoutRecords(records, new Set(missing.map(({ id }) => id)))
  const videos = findFiles('video', shown, board, files)
  for (const record of videos.missing) notes.take('videoMissing', record)
  const still = new Set(videos.missing.map(({ id }) => id))
  const complete = shown.map((record) => (still.has(record.id) ? withVideo(record, undefined) : record))
  if (complete.length === 0) {
    const isBroken = notes.notes().length > 0
    return { reason: isBroken ? 'damaged' : 'empty', message: 'Nothing in the file can be put on a board' }
  }
  const structure: ReadonlySet<string> = new Set([pageSchema.kind, groupSchema.kind, bindingSchema.kind])
  return {
    records: complete,
    pieces,
    images: [...images, ...videos.images],
    isOwn: true,
    report: {
      made: countKinds(complete.filter(({ kind }) => !structure.has(kind))),
      labels: countLabels(complete),
      notes: notes.notes(),
    },
  }
}

/** The images or videos in the file with the elements that show them, and the elements whose one is not in it. */
function findFiles(
  field: (typeof fileFields)[number],
  records: readonly NewRecord[],
  board: ForeignBoard,
  files: Files,
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
        key: `${field}${images.length}`,
        bytes,
        type,
        records: list.map((record) => record.id),
        ...(isVideo && { isVideo }),
      })
  }
  return { images, missing }
}
