import { findLocation } from './find-location.ts'

/** Overwrites the place in these bytes; every part is read on its own. */
export async function removeLocation(bytes: Uint8Array, type: string): Promise<void> {
  const read = (from: number, to: number) => Promise.resolve(bytes.slice(from, to))
  let end = 0
  for (const patch of await findLocation({ size: bytes.length, read }, type)) {
    const from = patch.at
    if (from < end) throw new Error('patches are out of order')
    end = from + patch.bytes.length + patch.zeros
    if (end > bytes.length) throw new Error('a patch is outside of the file')
    bytes.set(patch.bytes, from)
    bytes.fill(0, from + patch.bytes.length, end)
  }
}

export const ascii = (text: string) => [...text].map((char) => char.charCodeAt(0))
export const u16 = (value: number) => [value >> 8, value & 255]
export const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 0xffff)]

/** A field of a TIFF directory. */
export const field = (tag: number, type: number, count: number, value: readonly number[]) => [
  ...u16(tag), ...u16(type), ...u32(count), ...value,
] // prettier-ignore

/** Orientation 6, and a place: 59° north. */
export const tiff = [
  ...ascii('MM'), ...u16(42), ...u32(8),
  ...u16(2), ...field(0x0112, 3, 1, [0, 6, 0, 0]), ...field(0x8825, 4, 1, u32(38)), ...u32(0),
  ...u16(2), ...field(1, 2, 2, [78, 0, 0, 0]), ...field(2, 5, 1, u32(68)), ...u32(0),
  ...u32(59), ...u32(1),
] // prettier-ignore
/** The same without the place. */
export const cleanTiffBytes = [...tiff.slice(0, 38), ...Array<number>(tiff.length - 38).fill(0)]
export const xmp =
  '<x exif:GPSLatitude="59,20N" tiff:Make="Camera"><exif:GPSLongitude>18,3E</exif:GPSLongitude></x>'
export const cleanXmpText = xmp.replace(/59,20N|18,3E/g, (value) => ' '.repeat(value.length))

/** A box of an MP4 or of an AVIF. */
export const box = (type: string, ...data: readonly (readonly number[])[]) => [
  ...u32(8 + data.flat().length), ...ascii(type), ...data.flat(),
] // prettier-ignore
