import { loadChunk } from '../../../../platform/chunks/chunk-retry.ts'

/** Everybody on the board can download its files, so they do not tell where they were taken. */
export async function withoutLocation(file: Blob): Promise<Blob> {
  const part = await loadPart()
  if (!part?.typesWithLocation.has(file.type)) return file
  const read = async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer())
  const patches = await part.findLocation({ size: file.size, read }, file.type)
  if (patches.length === 0) return file
  const parts: BlobPart[] = []
  let end = 0
  for (const { at, bytes, zeros } of patches) {
    parts.push(file.slice(end, at), new Uint8Array(bytes), new Uint8Array(zeros))
    end = at + bytes.length + zeros
  }
  return new Blob([...parts, file.slice(end)], { type: file.type })
}

/** Without its code, the file is cleaned only where it arrives: the server does the same. */
async function loadPart() {
  try {
    return await loadChunk('file-location', () => import('@tavla/contract/file-location'))
  } catch {
    return undefined
  }
}
