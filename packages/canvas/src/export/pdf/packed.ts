import { Deflater } from '../deflater.ts'
import type { TaskOptions } from '../run-in-slices.ts'

/** Packed as PDF's `FlateDecode` reads it. */
export async function packed(
  bytes: Uint8Array<ArrayBuffer>,
  work: TaskOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const deflater = new Deflater()
  await deflater.write(bytes, work)
  return new Uint8Array(await new Blob(await deflater.end()).arrayBuffer())
}
