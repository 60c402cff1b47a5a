import { getRecordFiles } from '../document/model/record-files.ts'
import type { BoardRecord, DocumentView, RecordId } from '../document/model/record.ts'
import type { ImageLookup } from '../render/pens/canvas-pen.ts'
import type { ImageUrl } from '../render/pens/svg-pen.ts'

/** Reads a stored file; rejects if it is not available. */
export type ReadFile = (fileId: string) => Promise<Blob>

/** Distinct files used by these records and their descendants: images, and videos that are played. */
export function listFiles(document: DocumentView, ids: readonly RecordId[]): string[] {
  return collect(document, ids, getRecordFiles)
}

/** Those of them that are drawn. */
export function listImages(document: DocumentView, ids: readonly RecordId[]): string[] {
  return collect(document, ids, (record) => getRecordFiles({ file: record?.['file'] }))
}

function collect(
  document: DocumentView,
  ids: readonly RecordId[],
  getFiles: (record: BoardRecord | undefined) => readonly string[],
): string[] {
  const files = new Set<string>()
  const visit = (id: RecordId): void => {
    for (const file of getFiles(document.get(id))) files.add(file)
    for (const child of document.childIds(id)) visit(child)
  }
  for (const id of ids) visit(id)
  return [...files]
}

/** The files that could be read, by id, and the ids of the others. */
async function readEach<T>(
  fileIds: readonly string[],
  read: ReadFile,
  make: (blob: Blob) => Promise<T>,
): Promise<{ readonly found: ReadonlyMap<string, T>; readonly missing: readonly string[] }> {
  const found = new Map<string, T>()
  const missing: string[] = []
  await Promise.all(
    fileIds.map(async (id) => {
      try {
        found.set(id, await make(await read(id)))
      } catch {
        // A missing image does not fail the export: a placeholder is drawn, and the caller can report it.
        missing.push(id)
      }
    }),
  )
  return { found, missing }
}

export interface LoadedImages {
  readonly images: ImageLookup
  readonly missing: readonly string[]
  dispose(): void
}

/** Decodes images at full size for a canvas. */
export async function loadImages(fileIds: readonly string[], read: ReadFile): Promise<LoadedImages> {
  const { found, missing } = await readEach(fileIds, read, (blob) => createImageBitmap(blob))
  return {
    images: { get: (id) => found.get(id) },
    missing,
    dispose() {
      for (const bitmap of found.values()) bitmap.close()
    },
  }
}

export interface LoadedUrls {
  readonly image: ImageUrl
  readonly missing: readonly string[]
}

/** Images as `data:` URLs, for a self-contained file. */
export async function loadUrls(fileIds: readonly string[], read: ReadFile): Promise<LoadedUrls> {
  const { found, missing } = await readEach(fileIds, read, dataUrl)
  return { image: (id) => found.get(id), missing }
}

/** Raster images only: an embedded SVG could contain scripts and external URLs. */
function dataUrl(blob: Blob): Promise<string> {
  if (!/^image\/(png|jpeg|gif|webp|avif)$/.test(blob.type))
    return Promise.reject(new Error('not a raster picture'))
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(blob)
  })
}
