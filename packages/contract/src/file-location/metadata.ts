/** Tag of the pointer to the place where a photo was taken, in the TIFF structure of Exif. */
const gpsTag = 0x8825
/** Bytes of a field in that structure, and of each type of value. */
const fieldBytes = 12
const valueBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]

/** Exif without a field: what stands in place of one that cannot be read. */
export const emptyTiff = Uint8Array.of(0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0)

export const isTiff = (data: Uint8Array): boolean =>
  (data[0] === 0x4d && data[1] === 0x4d && data[2] === 0 && data[3] === 42) ||
  (data[0] === 0x49 && data[1] === 0x49 && data[2] === 42 && data[3] === 0)

export const hasPrefix = (bytes: Uint8Array, text: string): boolean =>
  [...text].every((char, i) => bytes[i] === char.charCodeAt(0))

/**
 * Overwrites the fields of the place and the values they point to; true if there were any. Everything is overwritten when
 * fields of the place take more bytes than there are, as only in a damaged or hostile file.
 */
export function cleanTiff(data: Uint8Array): boolean {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const isLittle = data[0] === 0x49
  const getShort = (at: number): number => (at + 2 <= data.length ? view.getUint16(at, isLittle) : 0)
  const getLong = (at: number): number => (at + 4 <= data.length ? view.getUint32(at, isLittle) : 0)
  const first = getLong(4)
  let found = false
  let left = data.length
  for (let i = 0; i < getShort(first); i += 1) {
    const pointer = first + 2 + i * fieldBytes
    if (getShort(pointer) !== gpsTag) continue
    found = true
    const directory = getLong(pointer + 8)
    const count = getShort(directory)
    for (let j = 0; j < count; j += 1) {
      const field = directory + 2 + j * fieldBytes
      const size = (valueBytes[getShort(field + 2)] ?? 0) * getLong(field + 4)
      left -= fieldBytes + size
      if (left < 0) {
        data.fill(0)
        return true
      }
      if (size > 4) data.fill(0, getLong(field + 8), getLong(field + 8) + size)
      data.fill(0, field, field + fieldBytes)
    }
    data.fill(0, directory, directory + 2)
  }
  return found
}

/** Adobe's metadata is XML: values of its properties of the place become spaces. True if there were any. */
export function cleanXmp(data: Uint8Array): boolean {
  const text = getText(data)
  const matches = [
    ...text.matchAll(/exif:GPS[A-Za-z]{1,40}\s*=\s*(?:"([^"]*)"|'([^']*)')/g),
    ...text.matchAll(/<exif:GPS[A-Za-z]{1,40}>([^<]*)</g),
  ]
  for (const match of matches) {
    const [whole, one, other] = match
    const value = one ?? other ?? ''
    const from = match.index + whole.lastIndexOf(value)
    data.fill(0x20, from, from + value.length)
  }
  return matches.length > 0
}

/** Each byte as the character of that number; in parts, since a call takes a limited number of arguments. */
export function getText(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192)
    // Eight times as fast as spreading them.
    text += Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + 8_192)) as string
  return text
}
