import { isFault, mergeNotes, placeImages } from '@tavla/canvas'
import type { Board, ImportFault, ImportReport, StoredImage } from '@tavla/canvas'
import type { BoardFiles } from './board-files.ts'
import type { ChosenFile } from './chosen-file.ts'
import { readInWorker } from './read-in-worker.ts'
import { readImage } from './image-size.ts'

/** Result of importing one file. */
export type ImportOutcome =
  | {
      readonly type: 'done'
      readonly name: string
      readonly report: ImportReport
      readonly ids: readonly string[]
    }
  | { readonly type: 'failed'; readonly name: string; readonly fault: ImportFault['fault'] | 'refused' }
  /** The file type is not supported. */
  | { readonly type: 'unknown'; readonly name: string }

const drawings = /\.(tavla|excalidraw|excalidrawlib|json|canvas|csv|tsv|md|markdown|opml)$/i
const canEmbed = /\.(png|svg)$/i
/** How the report names an image that contains a drawing. */
const embeddedType = 'application/vnd.excalidraw+json'
/** Images of a drawing that are decoded in parallel. */
const maxParallel = 3

/** Whether the file is a drawing, or an image that contains one. */
export async function isDrawing({ blob, name }: ChosenFile): Promise<boolean> {
  if (drawings.test(name)) return true
  if (!canEmbed.test(name)) return false
  return new TextDecoder('latin1').decode(await blob.arrayBuffer()).includes(embeddedType)
}

export function isImage({ blob, name }: ChosenFile): boolean {
  return blob.type.startsWith('image/') || /\.(png|jpe?g|gif|webp|avif|svg)$/i.test(name)
}

interface ImportContext {
  readonly board: Pick<Board, 'insert' | 'state'>
  readonly files: Pick<BoardFiles, 'store'>
  readonly signal: AbortSignal
  /** Progress for the progress bar, 0 to 1. */
  onProgress(share: number): void
}

/** Imports one drawing, completely or not at all. A broken or hostile file changes nothing. */
export async function importDrawing(file: ChosenFile, context: ImportContext): Promise<ImportOutcome> {
  const { name } = file
  const drawing = await readInWorker(file, context.signal)
  if (isFault(drawing)) return { type: 'failed', name, fault: drawing.fault }
  const stored = await storeImages(drawing.images, context)
  context.signal.throwIfAborted()
  const { records, pieces, report, isOwn = false } = placeImages(drawing, stored)
  const outcome = context.board.insert.importRecords({ records, pieces, isOwn })
  if (outcome === null) return { type: 'failed', name, fault: 'refused' }
  const ids = context.board.state.selection.peek()
  return { type: 'done', name, report: addShrunkNote(report, outcome.shrunk), ids }
}

function addShrunkNote(report: ImportReport, count: number): ImportReport {
  if (count === 0) return report
  return {
    ...report,
    notes: mergeNotes(report.notes, [{ name: 'textSize', outcome: 'approximated', count }]),
  }
}

interface ImageToStore {
  readonly key: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: string
}

/** An image that cannot be stored is omitted and listed in the report; the rest of the drawing is imported. */
async function storeImages(
  images: readonly ImageToStore[],
  { files, signal, onProgress }: ImportContext,
): Promise<ReadonlyMap<string, StoredImage>> {
  const stored = new Map<string, StoredImage>()
  const waiting = [...images]
  let done = 0
  const storeNext = async () => {
    for (let image = waiting.shift(); image; image = waiting.shift()) {
      signal.throwIfAborted()
      try {
        const extension = image.type.split('/')[1]?.replace(/[^a-z0-9].*/i, '') ?? 'bin'
        const ready = await readImage(
          new Blob([image.bytes], { type: image.type }),
          `${image.key}.${extension}`,
        )
        const fileId = await files.store(ready.file, ready.name)
        stored.set(image.key, { fileId, w: ready.w, h: ready.h })
      } catch {
        // Listed in the report; full storage also shows the plan's prompt; cancelling stops the import.
        signal.throwIfAborted()
      }
      onProgress(++done / images.length)
    }
  }
  await Promise.all(Array.from({ length: maxParallel }, storeNext))
  return stored
}
