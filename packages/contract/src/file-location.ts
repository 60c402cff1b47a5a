/** Bytes of a file, of which only parts are read. */
export interface ByteSource {
  readonly size: number
  /** Bytes `from` to before `to`; fewer at the end of the file. */
  read(from: number, to: number): Promise<Uint8Array>
}

/** Bytes that replace those at a position, and zeros behind them. */
export interface BytePatch {
  readonly at: number
  readonly bytes: Uint8Array
  readonly zeros: number
}

/** Types whose metadata can name the place where they were taken, and can be removed here. */
export const typesWithLocation: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'video/mp4',
  'video/quicktime',
  'video/webm',
])

/** Tag of the pointer to the place where a photo was taken, in the TIFF structure of Exif. */
const gpsTag = 0x8825
/** Bytes of a field in that structure, and of each type of value. */
const fieldBytes = 12
const valueBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]
/** Bytes that are read at once, and of the largest part whose content is read. */
const windowBytes = 1024 * 1024
const maxPartBytes = 4 * 1024 * 1024
/** Bytes of all changes together. */
const maxPatchBytes = 16 * 1024 * 1024
/** Parts of a file; cameras write some thousands. */
const maxParts = 200_000
/** MP4 boxes in boxes. */
const maxDepth = 4

/**
 * What to overwrite so that a photo or video no longer names the place where it was taken. The length of the file and the
 * rest, such as the orientation, stay. What cannot be read is left as it is.
 */
export async function findLocation(source: ByteSource, type: string): Promise<readonly BytePatch[]> {
  const reader = new PartReader(source)
  try {
    if (type === 'image/jpeg') await cleanJpeg(reader)
    else if (type === 'image/png' || type === 'image/apng') await cleanPng(reader)
    else if (type === 'image/webp') await cleanWebp(reader)
    else if (type === 'video/webm') await cleanWebm(reader)
    else if (typesWithLocation.has(type)) await cleanMp4(reader, 0, source.size, 0)
  } catch (error) {
    // A file that ends too early, or points outside itself.
    if (!(error instanceof RangeError)) throw error
  }
  return reader.patches
}

/** Reads small parts out of larger ones, and collects what to change. */
class PartReader {
  readonly patches: BytePatch[] = []
  readonly size: number
  readonly #source: ByteSource
  #from = 0
  #bytes: Uint8Array = new Uint8Array()
  #parts = 0
  #left = maxPatchBytes

  constructor(source: ByteSource) {
    this.#source = source
    this.size = source.size
  }

  /** A copy of these bytes; throws a RangeError beyond the end, and after too many parts. */
  async read(at: number, length: number): Promise<Uint8Array> {
    this.#parts += 1
    if (at + length > this.size || this.#parts > maxParts) throw new RangeError('outside of the file')
    if (at < this.#from || at + length > this.#from + this.#bytes.length) {
      this.#from = at
      this.#bytes = await this.#source.read(at, Math.min(this.size, at + Math.max(length, windowBytes)))
    }
    const part = this.#bytes.slice(at - this.#from, at - this.#from + length)
    if (part.length < length) throw new RangeError('shorter than its size')
    return part
  }

  async view(at: number, length: number): Promise<DataView> {
    return new DataView((await this.read(at, length)).buffer)
  }

  replace(at: number, bytes: Uint8Array, zeros = 0): void {
    this.#left -= bytes.length
    if (this.#left < 0) throw new RangeError('too much metadata')
    this.patches.push({ at, bytes, zeros })
  }
}

const getTag = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)))
const hasPrefix = (bytes: Uint8Array, text: string): boolean =>
  [...text].every((char, i) => bytes[i] === char.charCodeAt(0))

async function cleanJpeg(reader: PartReader): Promise<void> {
  for (let at = 2; at + 4 < reader.size;) {
    const view = await reader.view(at, 4)
    const marker = view.getUint16(0)
    // From the second on there are pixels.
    if (marker >> 8 !== 0xff || marker === 0xffda) return
    const length = view.getUint16(2)
    if (marker === 0xffe1 && length > 2) {
      const data = await reader.read(at + 4, length - 2)
      const isExif = hasPrefix(data, 'Exif')
      if (isExif ? cleanTiff(data.subarray(6)) : cleanXmp(data)) reader.replace(at + 4, data)
    }
    at += 2 + length
  }
}

/** PNG checks its chunks, so their checksum is written anew. */
async function cleanPng(reader: PartReader): Promise<void> {
  for (let at = 8; at + 12 <= reader.size;) {
    const view = await reader.view(at, 8)
    const [length, type] = [view.getUint32(0), getTag(view, 4)]
    if ((type === 'eXIf' || type === 'iTXt') && length <= maxPartBytes) {
      const chunk = await reader.read(at + 4, length + 8)
      const data = chunk.subarray(4, 4 + length)
      if (type === 'eXIf' ? cleanTiff(data) : cleanXmp(data)) {
        new DataView(chunk.buffer).setUint32(4 + length, getCrc(chunk.subarray(0, 4 + length)))
        reader.replace(at + 4, chunk)
      }
    }
    at += 12 + length
  }
}

async function cleanWebp(reader: PartReader): Promise<void> {
  for (let at = 12; at + 8 <= reader.size;) {
    const view = await reader.view(at, 8)
    const [type, length] = [getTag(view, 0), view.getUint32(4, true)]
    if ((type === 'EXIF' || type === 'XMP ') && length <= maxPartBytes) {
      const data = await reader.read(at + 8, length)
      const exif = hasPrefix(data, 'Exif') ? data.subarray(6) : data
      if (type === 'EXIF' ? cleanTiff(exif) : cleanXmp(data)) reader.replace(at + 8, data)
    }
    at += 8 + length + (length % 2)
  }
}

/** Boxes of an MP4 that contain those of its metadata. */
const mp4Containers: ReadonlySet<string> = new Set(['moov', 'trak'])
/** Descriptions by cameras and programs, the place among them; nothing that is needed for playing. */
const mp4Metadata: ReadonlySet<string> = new Set(['udta', 'meta'])
const free = Uint8Array.of(0x66, 0x72, 0x65, 0x65)

/** Metadata of an MP4 becomes free space of the same length, so that everything else stays where it is. */
async function cleanMp4(reader: PartReader, from: number, to: number, depth: number): Promise<void> {
  for (let at = from; at + 8 <= to;) {
    const view = await reader.view(at, Math.min(16, to - at))
    const type = getTag(view, 4)
    const isLong = view.getUint32(0) === 1
    const header = isLong ? 16 : 8
    const size = isLong ? Number(view.getBigUint64(8)) : view.getUint32(0) || to - at
    // Damaged: what follows cannot be told apart.
    if (size < header || at + size > to) return
    if (mp4Containers.has(type) && depth < maxDepth) await cleanMp4(reader, at + header, at + size, depth + 1)
    else if (mp4Metadata.has(type)) {
      const rest = isLong ? (await reader.read(at + 8, 8)).slice() : new Uint8Array()
      reader.replace(at + 4, Uint8Array.of(...free, ...rest), size - header)
    }
    at += size
  }
}

const ebml = { segment: 0x18538067, tags: 0x1254c367, void: 0xec }

/** Tags of a WebM become void space of the same length; they lie directly in its segment. */
async function cleanWebm(reader: PartReader): Promise<void> {
  for (let at = 0; at < reader.size;) {
    const { id, length, header } = await readEbml(reader, at)
    // Damaged, or cut off.
    if (length !== null && id !== ebml.segment && at + header + length > reader.size) return
    if (id === ebml.tags && length !== null)
      reader.replace(at, getVoidHeader(header + length), Math.max(0, header + length - 9))
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
  const text = getText(data)
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

/** Each byte as the character of that number; in parts, since a call takes a limited number of arguments. */
function getText(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return text
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
