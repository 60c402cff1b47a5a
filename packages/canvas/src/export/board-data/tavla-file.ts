import { type BoardAsset, boardFileName, boardMediaType } from '../../document/codec/board-file.ts'
import { getBlob } from '../get-blob.ts'
import { listFiles, type ReadFile } from '../files.ts'
import { jsonText, type JsonPart } from './json.ts'
import { runInSlices, createSubtask, type TaskOptions } from '../run-in-slices.ts'
import type { ZipEntry } from './zip-writer.ts'

/** `zip`: the package `.tavla`; `json`: the same as one text, its pictures in it as base64. */
export type TavlaForm = 'zip' | 'json'

export interface TavlaFile {
  readonly blob: Blob
  /** Files that could not be read and are only named. */
  readonly missing: readonly string[]
}

const types: Readonly<Record<TavlaForm, string>> = {
  zip: boardMediaType,
  json: 'application/json',
}

/** A board, or a part of it, with everything that it needs to be opened again elsewhere. */
export async function tavlaFile(
  part: Omit<JsonPart, 'assets'>,
  form: TavlaForm,
  read: ReadFile,
  work: TaskOptions = {},
): Promise<TavlaFile> {
  const names = listFiles(part.document, part.ids)
  const assets = new Map<string, BoardAsset>()
  const entries: ZipEntry[] = []
  const missing: string[] = []
  for (const [i, id] of names.entries()) {
    work.signal?.throwIfAborted()
    const asset = await readAsset(id, read)
    if (asset === undefined) missing.push(id)
    else if (form === 'json') assets.set(id, { id, type: asset.type, data: toBase64(asset.bytes) })
    else {
      const path = `assets/${i + 1}.${getEnding(asset.type)}`
      assets.set(id, { id, type: asset.type, path })
      entries.push({ path, parts: [asset.bytes], isPacked: true })
    }
    work.onProgress?.((0.4 * (i + 1)) / names.length)
  }
  const text = await runInSlices(jsonText({ ...part, assets }), createSubtask(work, 0.4, 0.7))
  const last = createSubtask(work, 0.7, 1)
  if (form === 'json') return { blob: await runInSlices(getBlob(text, types.json), last), missing }
  // Few people save a package, so the zip library loads when one is written.
  const { writeZip } = await import('./zip-writer.ts')
  const board = { path: boardFileName, parts: text, isPacked: false }
  const bytes = await runInSlices(writeZip([board, ...entries]), last)
  return { blob: new Blob([...bytes], { type: types.zip }), missing }
}

async function readAsset(
  id: string,
  read: ReadFile,
): Promise<{ readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> } | undefined> {
  try {
    const blob = await read(id)
    return { type: blob.type, bytes: new Uint8Array(await blob.arrayBuffer()) }
  } catch {
    // One lost picture must not cost the whole export: the caller says which it was.
    return undefined
  }
}

const getEnding = (type: string): string => /^\w+\/([a-z0-9]{1,8})/.exec(type)?.[1] ?? 'bin'

/** A multiple of three, so that pieces can be put one after the other. */
const bytesOfPiece = 24_576

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += bytesOfPiece)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + bytesOfPiece)))
  return text
}
