import { Readable } from 'node:stream'
import { type BytePatch, findLocation, typesWithLocation } from '@tavla/contract/file-location'
import type { Files, StoredFile } from '../../ports/files/port.ts'

/**
 * Removes the place where a stored photo or video was taken, whichever program sent it; null when none is named. Parts of it are in
 * memory, never all of it.
 */
export async function removeLocation(
  files: Files,
  key: string,
  size: number,
  type: string,
): Promise<StoredFile | null> {
  if (!typesWithLocation.has(type)) return null
  const read = (from: number, to: number) => readRange(files, key, from, to)
  const patches = await findLocation({ size, read }, type)
  if (patches.length === 0) return null
  const bytes = await files.read(key)
  return bytes && (await files.put(key, Readable.from(patch(bytes, patches), { objectMode: false }), size))
}

async function readRange(files: Files, key: string, from: number, to: number): Promise<Uint8Array> {
  const stream = to > from ? await files.read(key, { start: from, end: to - 1 }) : null
  const pieces: Buffer[] = []
  if (stream) for await (const piece of stream) pieces.push(piece as Buffer)
  return new Uint8Array(Buffer.concat(pieces))
}

/** The stream with some of its bytes replaced; patches are in the order of their positions. */
async function* patch(stream: Readable, patches: readonly BytePatch[]): AsyncGenerator<Uint8Array> {
  let at = 0
  let left = patches
  for await (const piece of stream) {
    const bytes = new Uint8Array(piece as Buffer)
    const end = at + bytes.length
    for (const { at: from, bytes: own, zeros } of left) {
      if (from >= end) break
      const zerosAt = from + own.length
      const skipped = Math.max(0, at - from)
      bytes.set(
        own.subarray(skipped, Math.max(skipped, end - from)),
        Math.max(0, Math.min(bytes.length, from - at)),
      )
      bytes.fill(0, Math.max(0, zerosAt - at), Math.max(0, zerosAt + zeros - at))
    }
    const done = left.findIndex((each) => each.at + each.bytes.length + each.zeros > end)
    left = done < 0 ? [] : left.slice(done)
    at = end
    yield bytes
  }
}
