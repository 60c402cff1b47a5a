import { isImportFailure, isStampLibrary, mergeNotes, placeImages } from '@tavla/canvas'
import type {
  Board,
  ImportedDrawing,
  ImportedImage,
  ImportedOutcome,
  ImportFailure,
  ImportNote,
  ImportReport,
  StoredImage,
} from '@tavla/canvas'
import { maxVideoBytes } from '@tavla/contract'
import { loadChunk } from '../../../platform/chunks/chunk-retry.ts'
import type { BoardFiles } from '../files/board-files.ts'
import type { ChosenFile } from '../files/chosen-file.ts'
import { checkVideo } from '../files/reading/read-video.ts'
import { isVideo } from '../files/reading/video-types.ts'
import { readImage } from '../files/reading/image-size.ts'
import { addStamps } from '../stamps/stamps.ts'
import { isDrawingName } from './accepted-files.ts'
import { readInWorker } from './read-in-worker.ts'
import type { VersionBoard } from './restore-versions.ts'

/** Why nothing of a file was imported. */
export type FailedImport =
  | {
      readonly type: 'failed'
      readonly name: string
      readonly reason: ImportFailure['reason'] | 'refused' | 'too_large_to_open'
    }
  /** The file type is not supported. */
  | { readonly type: 'unknown'; readonly name: string }

/** A library whose drawings were added to the person's own. */
export interface AddedStamps {
  readonly type: 'stamps'
  readonly name: string
  readonly count: number
}

/** Result of importing one file. */
export type ImportOutcome =
  | FailedImport
  | AddedStamps
  | {
      readonly type: 'done'
      readonly name: string
      readonly report: ImportReport
      readonly ids: readonly string[]
      /** Named versions that were restored. */
      readonly versions: number
    }

export interface ReadDrawing {
  readonly name: string
  readonly drawing: ImportedDrawing
  readonly file: ChosenFile
}

/** Chosen files after reading: what can be inserted, and what cannot. */
export interface ReadFiles {
  readonly drawings: readonly ReadDrawing[]
  readonly images: readonly ChosenFile[]
  /** What came of the other files. */
  readonly others: readonly (FailedImport | AddedStamps)[]
}

const canEmbed = /\.(png|svg)$/i
/** Marks of drawings in images. */
const embeddedTypes = ['application/vnd.excalidraw+json', 'application/vnd.tavla+zip']
/** Images of a drawing that are decoded in parallel. */
const maxParallel = 3

/** Whether the file is a drawing, or an image that contains one. */
async function isDrawing({ blob, name }: ChosenFile): Promise<boolean> {
  if (isDrawingName(name)) return true
  if (!canEmbed.test(name)) return false
  const content = new TextDecoder('latin1').decode(await blob.arrayBuffer())
  return embeddedTypes.some((type) => content.includes(type))
}

/** An image, or a video, which is shown by its first frame. */
function isImage({ blob, name }: ChosenFile): boolean {
  return isVideo(blob) || blob.type.startsWith('image/') || /\.(png|jpe?g|gif|webp|avif|svg)$/i.test(name)
}

export interface SortedFiles {
  readonly drawings: readonly ChosenFile[]
  readonly images: readonly ChosenFile[]
  readonly failed: readonly FailedImport[]
}

export async function sortFiles(chosen: readonly ChosenFile[]): Promise<SortedFiles> {
  const areDrawings = await Promise.all(chosen.map(isDrawing))
  const others = chosen.filter((_, i) => !areDrawings[i])
  const images = others.filter(isImage)
  const isTooLarge = ({ blob }: ChosenFile) => isVideo(blob) && blob.size > maxVideoBytes
  return {
    drawings: chosen.filter((_, i) => areDrawings[i]),
    images: images.filter((file) => !isTooLarge(file)),
    failed: [
      ...others.filter((file) => !isImage(file)).map(({ name }) => ({ type: 'unknown', name }) as const),
      ...images
        .filter(isTooLarge)
        .map(({ name }) => ({ type: 'failed', name, reason: 'too_large' }) as const),
    ],
  }
}

/** Reads drawings one after the other, each in a worker of its own. Libraries are added to the person's at once. */
export async function readDrawings(
  { drawings, images, failed }: SortedFiles,
  signal: AbortSignal,
  onFile: (name: string, index: number, share: number | null) => void,
): Promise<ReadFiles> {
  const read: ReadDrawing[] = []
  const others: (FailedImport | AddedStamps)[] = [...failed]
  for (const [index, file] of drawings.entries()) {
    const { name } = file
    onFile(name, index, null)
    const drawing = await readInWorker(file, signal, (share) => onFile(name, index, share))
    if (isImportFailure(drawing)) others.push({ type: 'failed', name, reason: drawing.reason })
    else if (isStampLibrary(drawing)) {
      const isAdded = await addStamps(name, drawing.stamps)
      const { length } = drawing.stamps
      others.push(
        isAdded ? { type: 'stamps', name, count: length } : { type: 'failed', name, reason: 'too_large' },
      )
    } else read.push({ name, drawing, file })
  }
  return { drawings: read, images, others }
}

export interface InsertContext {
  readonly board: Pick<Board, 'insert' | 'pages' | 'state'>
  readonly files: Pick<BoardFiles, 'store'>
  readonly signal: AbortSignal
  /** Elements of the files before, which are not covered. */
  readonly beside: readonly string[]
  /** Page point that it is placed around. */
  readonly at?: { readonly x: number; readonly y: number }
  /** An element that it replaces. */
  readonly replaces?: string | undefined
  /** Restores named versions; missing where a file can hold none. */
  readonly versionBoard?: VersionBoard
  /** Progress for the progress bar, 0 to 1. */
  onProgress(share: number): void
}

/** Inserts a drawing, completely or not at all, with the named versions of it that can be restored. */
export async function insertDrawing(
  { name, drawing, file }: Pick<ReadDrawing, 'name' | 'drawing'> & Partial<Pick<ReadDrawing, 'file'>>,
  context: InsertContext,
): Promise<ImportOutcome> {
  const { versions = [], ...plain } = drawing
  const { versionBoard, signal } = context
  if (versions.length === 0) return await insertPlain({ name, drawing: plain }, context)
  const part = versionBoard && file && (await loadRestoration())
  const canRestore =
    part &&
    ((await part.isBrokenOff(versionBoard, file.restoration, signal)) ||
      part.canRestoreVersions(versionBoard))
  if (!canRestore) {
    const report = withNote(plain.report, 'versionsElsewhere', versions.length)
    return await insertPlain({ name, drawing: { ...plain, report } }, context)
  }
  return await versionBoard.keepRestoration(file, (restoration) =>
    insertWithVersions(name, drawing, { ...context, versionBoard, restoration, part }),
  )
}

/** Inserts a drawing and restores its versions. */
async function insertWithVersions(
  name: string,
  drawing: ImportedDrawing,
  context: InsertContext & {
    readonly versionBoard: VersionBoard
    readonly restoration: string
    readonly part: typeof import('./restore-versions.ts')
  },
): Promise<ImportOutcome> {
  const { versionBoard, restoration, part, signal } = context
  const { versions = [] } = drawing
  const all = [drawing, ...versions].flatMap(({ images }) => images)
  const stored = await storeImages(all, {
    ...context,
    onProgress: (share) => context.onProgress(0.3 * share),
  })
  signal.throwIfAborted()
  const placed = placeImages(drawing, stored)
  const restored = await part.restoreVersions({ ...placed, versions: placed.versions ?? [] }, versionBoard, {
    restoration,
    signal,
    onProgress: (share) => context.onProgress(0.3 + 0.7 * share),
  })
  if (!restored) return { type: 'failed', name, reason: 'refused' }
  const { ids, count } = restored
  const [page] = context.board.state.pages.peek()
  if (page) context.board.pages.open(page.id)
  const report = locate(placed.report, { shrunk: [], ids })
  const isLeft = versions.length > count
  return {
    type: 'done',
    name,
    report: isLeft ? withNote(report, 'versionRefused', versions.length - count) : report,
    ids: context.board.state.selection.peek(),
    versions: count,
  }
}

/** Few files hold versions. Without its code, as offline, they are left off. */
async function loadRestoration() {
  try {
    return await loadChunk('restore-versions', () => import('./restore-versions.ts'))
  } catch {
    return undefined
  }
}

function withNote(report: ImportReport, name: ImportNote['name'], count: number): ImportReport {
  return { ...report, notes: mergeNotes(report.notes, [{ name, outcome: 'dropped', count, records: [] }]) }
}

/** Inserts a drawing without versions. */
async function insertPlain(
  { name, drawing }: Pick<ReadDrawing, 'name' | 'drawing'>,
  context: InsertContext,
): Promise<ImportOutcome> {
  const stored = await storeImages(drawing.images, context)
  context.signal.throwIfAborted()
  const { records, pieces, report, isOwn = false } = placeImages(drawing, stored)
  const { at, replaces, beside } = context
  const outcome = context.board.insert.importRecords({
    records,
    pieces,
    isOwn,
    beside,
    ...(at && { at }),
    ...(replaces !== undefined && { replaces }),
  })
  if (outcome === null) return { type: 'failed', name, reason: 'refused' }
  const ids = context.board.state.selection.peek()
  return { type: 'done', name, report: locate(report, outcome), ids, versions: 0 }
}

/** The report with the ids that elements have on the board, and with the texts that were made smaller. */
function locate(report: ImportReport, { shrunk, ids }: ImportedOutcome): ImportReport {
  const toBoard = (note: ImportNote): ImportNote => ({
    ...note,
    records: note.records.flatMap((id) => ids.get(id) ?? []),
  })
  const smaller: ImportNote = {
    name: 'textSize',
    outcome: 'approximated',
    count: shrunk.length,
    records: shrunk,
  }
  const notes = report.notes.map(toBoard)
  return { ...report, notes: shrunk.length === 0 ? notes : mergeNotes(notes, [smaller]) }
}

/** An image that cannot be stored is omitted and listed in the report; the rest of the drawing is imported. */
async function storeImages(
  images: readonly ImportedImage[],
  { files, signal, onProgress }: InsertContext,
): Promise<ReadonlyMap<string, StoredImage>> {
  const stored = new Map<string, StoredImage>()
  const waiting = [...new Map(images.map((image) => [image.key, image])).values()]
  const total = waiting.length
  let done = 0
  const storeNext = async () => {
    for (let image = waiting.shift(); image; image = waiting.shift()) {
      signal.throwIfAborted()
      try {
        const extension = image.type.split('/')[1]?.replace(/[^a-z0-9].*/i, '') ?? 'bin'
        const blob = new Blob([image.bytes], { type: image.type })
        const name = `${image.key}.${extension}`
        const ready = image.isVideo ? await checkVideo(blob, name) : await readImage(blob, name)
        const fileId = await files.store(ready.file, ready.name)
        stored.set(image.key, { fileId, w: ready.w, h: ready.h })
      } catch {
        // Listed in the report; full storage also shows the plan's prompt; cancelling stops the import.
        signal.throwIfAborted()
      }
      onProgress(++done / total)
    }
  }
  await Promise.all(Array.from({ length: maxParallel }, storeNext))
  return stored
}
