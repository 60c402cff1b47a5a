import { Deflater } from '../deflater.ts'
import type { TaskOptions } from '../run-in-slices.ts'

/** Compresses bytes for PDF's `FlateDecode`. */
export async function compress(
  bytes: Uint8Array<ArrayBuffer>,
  work: TaskOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const deflater = new Deflater()
  await deflater.write(bytes, work)
  return new Uint8Array(await new Blob(await deflater.end()).arrayBuffer())
}
