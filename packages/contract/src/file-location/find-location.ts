import { getTag } from './boxes.ts'
import { cleanHeif } from './heif-location.ts'
import { cleanTiff, cleanXmp, emptyTiff, hasPrefix } from './metadata.ts'
import { type BytePatch, type ByteSource, PartReader } from './part-reader.ts'
import { cleanPng } from './png-location.ts'
import { cleanMp4, cleanWebm } from './video-location.ts'

type Clean = (reader: PartReader) => Promise<void>
const cleanMovie: Clean = (reader) => cleanMp4(reader, { from: 0, to: reader.size })

const cleanByType: ReadonlyMap<string, Clean> = new Map([
  ['image/jpeg', cleanJpeg],
  ['image/png', cleanPng],
  ['image/apng', cleanPng],
  ['image/webp', cleanWebp],
  ['image/avif', cleanHeif],
  ['image/heic', cleanHeif],
  ['image/heic-sequence', cleanHeif],
  ['image/heif', cleanHeif],
  ['image/heif-sequence', cleanHeif],
  ['video/mp4', cleanMovie],
  ['video/quicktime', cleanMovie],
  ['video/webm', cleanWebm],
])

/** Types whose metadata can name the place where they were taken, and can be removed here. */
export const typesWithLocation: ReadonlySet<string> = new Set(cleanByType.keys())

/**
 * What to overwrite so that a photo or video no longer names the place where it was taken; in the order of positions, no byte
 * twice. The length of the file and the rest, such as the orientation, stay; of metadata that is too long to be read, nothing.
 * A file whose structure cannot be read is left as it is from there on.
 */
export async function findLocation(source: ByteSource, type: string): Promise<readonly BytePatch[]> {
  const reader = new PartReader(source)
  try {
    await cleanByType.get(type)?.(reader)
  } catch (error) {
    // A file that ends too early, or points outside itself.
    if (!(error instanceof RangeError)) throw error
  }
  return reader.getPatches()
}

async function cleanJpeg(reader: PartReader): Promise<void> {
  for (let at = 2; at + 4 < reader.size;) {
    const view = await reader.view(at, 4)
    const marker = view.getUint16(0)
    // From the second on there are pixels.
    if (marker >> 8 !== 0xff || marker === 0xffda) return
    const length = view.getUint16(2)
    if (marker === 0xffe1 && length > 2) {
      if (!reader.reserve(length)) reader.blank(at + 4, length - 2)
      else {
        const data = await reader.read(at + 4, length - 2)
        const isExif = hasPrefix(data, 'Exif')
        if (isExif ? cleanTiff(data.subarray(6)) : cleanXmp(data)) reader.replace(at + 4, data)
      }
    }
    at += 2 + length
  }
}

async function cleanWebp(reader: PartReader): Promise<void> {
  for (let at = 12; at + 8 <= reader.size;) {
    const view = await reader.view(at, 8)
    const [type, length] = [getTag(view, 0), view.getUint32(4, true)]
    const isExif = type === 'EXIF'
    if (isExif || type === 'XMP ') {
      if (!reader.reserve(length)) reader.blank(at + 8, length, isExif ? emptyTiff : undefined)
      else {
        const data = await reader.read(at + 8, length)
        const exif = hasPrefix(data, 'Exif') ? data.subarray(6) : data
        if (isExif ? cleanTiff(exif) : cleanXmp(data)) reader.replace(at + 8, data)
      }
    }
    at += 8 + length + (length % 2)
  }
}
