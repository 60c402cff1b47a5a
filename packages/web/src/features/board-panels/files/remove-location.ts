/** Tag of the pointer to the place where a photo was taken, in the TIFF structure of Exif. */
const gpsTag = 0x8825
/** Bytes of a field in that structure, and of each type of value. */
const fieldBytes = 12
const valueBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]

/**
 * Removes the place where a photo was taken from its metadata, in place; the rest, such as the orientation, stays.
 * What cannot be read is left as it is.
 */
export function removeLocation(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (view.getUint16(0) === 0xffd8) cleanJpeg(bytes, view)
    else if (view.getUint32(0) === 0x89504e47) cleanPng(bytes, view)
    else if (readTag(bytes, 0) === 'RIFF' && readTag(bytes, 8) === 'WEBP') cleanWebp(bytes, view)
    else if (readTag(bytes, 4) === 'ftyp') cleanMp4(bytes, view, 0, bytes.length)
  } catch (error) {
    // A file that ends too early, or points outside itself.
    if (!(error instanceof RangeError)) throw error
  }
}

const readTag = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))

function cleanJpeg(bytes: Uint8Array, view: DataView): void {
  for (let at = 2; at + 4 < bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1]
    // From here on there are pixels.
    if (marker === 0xda) return
    const length = view.getUint16(at + 2)
    const data = bytes.subarray(at + 4, at + 2 + length)
    if (marker === 0xe1 && readTag(data, 0) === 'Exif') cleanTiff(data.subarray(6))
    else if (marker === 0xe1) cleanXmp(data)
    at += 2 + length
  }
}

/** PNG checks its chunks, so their checksum is written anew. */
function cleanPng(bytes: Uint8Array, view: DataView): void {
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at)
    const type = readTag(bytes, at + 4)
    const data = bytes.subarray(at + 8, at + 8 + length)
    const isChanged = type === 'eXIf' ? cleanTiff(data) : type === 'iTXt' && cleanXmp(data)
    if (isChanged) view.setUint32(at + 8 + length, getCrc(bytes.subarray(at + 4, at + 8 + length)))
    at += 12 + length
  }
}

function cleanWebp(bytes: Uint8Array, view: DataView): void {
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4, true)
    const data = bytes.subarray(at + 8, at + 8 + length)
    const type = readTag(bytes, at)
    if (type === 'EXIF') cleanTiff(readTag(data, 0) === 'Exif' ? data.subarray(6) : data)
    else if (type === 'XMP ') cleanXmp(data)
    at += 8 + length + (length % 2)
  }
}

/** Boxes of an MP4 that contain those of its metadata. */
const mp4Containers: ReadonlySet<string> = new Set(['moov', 'trak'])
/** Descriptions by cameras and programs, the place among them; nothing that is needed for playing. */
const mp4Metadata: ReadonlySet<string> = new Set(['udta', 'meta'])

/** Metadata of an MP4 becomes free space of the same length, so that everything else stays where it is. */
function cleanMp4(bytes: Uint8Array, view: DataView, from: number, to: number): void {
  for (let at = from; at + 8 <= to;) {
    const type = readTag(bytes, at + 4)
    const isLong = view.getUint32(at) === 1
    const header = isLong ? 16 : 8
    const size = isLong ? Number(view.getBigUint64(at + 8)) : view.getUint32(at) || to - at
    // Damaged: what follows cannot be told apart.
    if (size < header || at + size > to) return
    if (mp4Containers.has(type)) cleanMp4(bytes, view, at + header, at + size)
    else if (mp4Metadata.has(type)) {
      view.setUint32(at + 4, 0x66726565)
      bytes.fill(0, at + header, at + size)
    }
    at += size
  }
}

/** Overwrites the fields of the place and the values they point to; true if there were any. */
function cleanTiff(data: Uint8Array): boolean {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const isLittle = view.getUint16(0) === 0x4949
  const first = view.getUint32(4, isLittle)
  for (let i = 0; i < view.getUint16(first, isLittle); i += 1) {
    const field = first + 2 + i * fieldBytes
    if (view.getUint16(field, isLittle) !== gpsTag) continue
    const directory = view.getUint32(field + 8, isLittle)
    const count = view.getUint16(directory, isLittle)
    for (let j = 0; j < count; j += 1) {
      const entry = directory + 2 + j * fieldBytes
      const size =
        (valueBytes[view.getUint16(entry + 2, isLittle)] ?? 0) * view.getUint32(entry + 4, isLittle)
      if (size > 4) {
        const value = view.getUint32(entry + 8, isLittle)
        data.fill(0, value, value + size)
      }
      data.fill(0, entry, entry + fieldBytes)
    }
    view.setUint16(directory, 0, isLittle)
    return true
  }
  return false
}

/** Adobe's metadata is XML: values of its properties of the place become spaces. True if there were any. */
function cleanXmp(data: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(data)
  const matches = [
    ...text.matchAll(/exif:GPS[A-Za-z]{1,40}\s*=\s*"([^"]*)"/g),
    ...text.matchAll(/<exif:GPS[A-Za-z]{1,40}>([^<]*)</g),
  ]
  for (const match of matches) {
    const [whole, value = ''] = match
    const from = match.index + whole.lastIndexOf(value)
    data.fill(0x20, from, from + value.length)
  }
  return matches.length > 0
}

/** As PNG defines it; computed bit by bit, because few images need it. */
function getCrc(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
