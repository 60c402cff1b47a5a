import { type BoardAsset, boardFileName, boardMediaType } from '../../document/codec/board-file.ts'
import { getBlob } from '../get-blob.ts'
import { listFiles, type ReadFile } from '../files.ts'
import { jsonText, type JsonPart } from './json.ts'
import { createPackageAssets, readAsset } from './package-assets.ts'
import { addVersions, type ExportedVersions } from './package-versions.ts'
import { runInSlices, createSubtask, type TaskOptions } from '../run-in-slices.ts'
import type { ZipEntry } from './zip-writer.ts'

/** `zip`: the package `.tavla`; `json`: the same as one text, its pictures in it as base64. */
export type TavlaForm = 'zip' | 'json'

export interface TavlaFile {
  readonly blob: Blob
  /** Files that could not be read and are only named. */
  readonly missing: readonly string[]
  /** Number of named versions that were left off because they are too large. */
  readonly missingVersions: number
}

type BoardPart = Omit<JsonPart, 'assets'>

/** A board, or a part of it, with everything that it needs to be opened again elsewhere. Only a package holds versions. */
export async function tavlaFile(
  part: BoardPart,
  form: TavlaForm,
  read: ReadFile,
  work: TaskOptions = {},
  versions?: ExportedVersions,
): Promise<TavlaFile> {
  return form === 'json'
    ? await createText(part, read, work)
    : await createPackage(part, read, work, versions)
}

async function createPackage(
  part: BoardPart,
  read: ReadFile,
  work: TaskOptions,
  versions: ExportedVersions | undefined,
): Promise<TavlaFile> {
  const boardWork = versions ? createSubtask(work, 0, 0.3) : work
  const assets = createPackageAssets(read)
  const files = await assets.read(listFiles(part.document, part.ids), createSubtask(boardWork, 0, 0.4))
  const text = await runInSlices(
    jsonText({ ...part, assets: assets.byId }),
    createSubtask(boardWork, 0.4, 0.7),
  )
  // Few people save a package, so the zip library loads when one is written.
  const { createZip } = await import('./zip-writer.ts')
  const zip = createZip()
  const entries: readonly ZipEntry[] = [{ path: boardFileName, parts: text, isPacked: false }, ...files]
  for (const [i, entry] of entries.entries()) {
    const [from, to] = [0.7 + (0.3 * i) / entries.length, 0.7 + (0.3 * (i + 1)) / entries.length]
    await runInSlices(zip.add(entry), createSubtask(boardWork, from, to))
  }
  const missingVersions = versions
    ? await addVersions(zip, versions, assets, part.shapes, createSubtask(work, 0.3, 1))
    : 0
  const blob = new Blob([...zip.finish()], { type: boardMediaType })
  return { blob, missing: assets.missing, missingVersions }
}

async function createText(part: BoardPart, read: ReadFile, work: TaskOptions): Promise<TavlaFile> {
  const names = listFiles(part.document, part.ids)
  const assets = new Map<string, BoardAsset>()
  const missing: string[] = []
  for (const [i, id] of names.entries()) {
    work.signal?.throwIfAborted()
    const asset = await readAsset(id, read)
    if (asset === undefined) missing.push(id)
    else assets.set(id, { id, type: asset.type, data: toBase64(asset.bytes) })
    work.onProgress?.((0.4 * (i + 1)) / names.length)
  }
  const text = await runInSlices(jsonText({ ...part, assets }), createSubtask(work, 0.4, 0.7))
  const blob = await runInSlices(getBlob(text, 'application/json'), createSubtask(work, 0.7, 1))
  return { blob, missing, missingVersions: 0 }
}

/** A multiple of three, so that pieces can be put one after the other. */
const bytesOfPiece = 24_576

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += bytesOfPiece)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + bytesOfPiece)))
  return text
}
