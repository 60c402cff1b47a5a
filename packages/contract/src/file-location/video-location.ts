import { listBoxes } from './boxes.ts'
import type { PartReader } from './part-reader.ts'

/** MP4 boxes in boxes. */
const maxDepth = 4
/** Boxes of an MP4 that contain those of its metadata. */
const mp4Containers: ReadonlySet<string> = new Set(['moov', 'trak'])
/** Descriptions by cameras and programs, the place among them; nothing that is needed for playing. */
const mp4Metadata: ReadonlySet<string> = new Set(['udta', 'meta'])
const free = Uint8Array.of(0x66, 0x72, 0x65, 0x65)

/** Metadata of an MP4 becomes free space of the same length, so that everything else stays where it is. */
export async function cleanMp4(
  reader: PartReader,
  range: { readonly from: number; readonly to: number },
  depth = 0,
): Promise<void> {
  for await (const box of listBoxes(reader, range.from, range.to)) {
    if (mp4Containers.has(box.type) && depth < maxDepth) await cleanMp4(reader, box, depth + 1)
    else if (mp4Metadata.has(box.type)) {
      // A long size stands behind the type, and stays.
      const size = await reader.read(box.at + 8, box.from - box.at - 8)
      reader.blank(box.at + 4, box.to - box.at - 4, Uint8Array.of(...free, ...size))
    }
  }
}

const ebml = { segment: 0x18538067, tags: 0x1254c367, void: 0xec }

/** Tags of a WebM become void space of the same length; they lie directly in its segment. */
export async function cleanWebm(reader: PartReader): Promise<void> {
  for (let at = 0; at < reader.size;) {
    const { id, length, header } = await readEbml(reader, at)
    // Damaged, or cut off.
    if (length !== null && id !== ebml.segment && at + header + length > reader.size) return
    if (id === ebml.tags && length !== null) reader.blank(at, header + length, getVoidHeader(header + length))
    // Live recordings have elements of unknown length, whose children come next.
    at += id === ebml.segment || length === null ? header : header + length
  }
}

/** Id, length (null: not known) and bytes of the header of an element. */
async function readEbml(
  reader: PartReader,
  at: number,
): Promise<{ id: number; length: number | null; header: number }> {
  const bytes = await reader.read(at, Math.min(12, reader.size - at))
  const idBytes = Math.clz32(bytes[0] ?? 0) - 23
  const sizeBytes = Math.clz32(bytes[idBytes] ?? 0) - 23
  if (idBytes > 4 || sizeBytes > 8 || idBytes + sizeBytes > bytes.length) throw new RangeError('no element')
  const toNumber = (part: Uint8Array): number => part.reduce((sum, byte) => sum * 256 + byte, 0)
  const marked = toNumber(bytes.subarray(idBytes, idBytes + sizeBytes))
  const marker = 2 ** (7 * sizeBytes)
  const length = marked - marker
  const id = toNumber(bytes.subarray(0, idBytes))
  return { id, length: length === marker - 1 ? null : length, header: idBytes + sizeBytes }
}

/** The beginning of a void element that takes this many bytes, of which at least five are there. */
function getVoidHeader(total: number): Uint8Array {
  if (total < 9) return Uint8Array.of(ebml.void, 0x80 + total - 2, ...Array<number>(total - 2).fill(0))
  const size = new DataView(new ArrayBuffer(9))
  size.setUint8(0, ebml.void)
  size.setBigUint64(1, BigInt(total - 9) + (1n << 56n))
  return new Uint8Array(size.buffer)
}
