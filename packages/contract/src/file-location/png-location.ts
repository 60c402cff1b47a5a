import { cleanTiff, cleanXmp, hasPrefix } from './metadata.ts'
import { getTag } from './boxes.ts'
import type { PartReader } from './part-reader.ts'

const texts: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt'])
const xmpKeyword = 'XML:com.adobe.xmp\0'
/** Keyword of a text, at most 79 characters, the zero behind it, and whether an `iTXt` is compressed. */
const headBytes = 81
/** A type that nobody knows, which every program passes over. */
const unknownType = Uint8Array.of(0x66, 0x72, 0x45, 0x65)

export async function cleanPng(reader: PartReader): Promise<void> {
  for (let at = 8; at + 12 <= reader.size;) {
    const view = await reader.view(at, 8)
    const [length, type] = [view.getUint32(0), getTag(view, 4)]
    if (type === 'eXIf' || texts.has(type)) await cleanChunk(reader, { at, length, type })
    at += 12 + length
  }
}

interface Chunk {
  readonly at: number
  readonly length: number
  readonly type: string
}

async function cleanChunk(reader: PartReader, { at, length, type }: Chunk): Promise<void> {
  const head = await reader.read(at + 8, Math.min(length, headBytes))
  const isXmp = type === 'iTXt' && hasPrefix(head, xmpKeyword)
  const isPacked = isXmp && head[xmpKeyword.length] !== 0
  if (type !== 'eXIf' && !isXmp && !isProfile(head)) return
  if (isPacked || isProfile(head) || !reader.reserve(length)) {
    blankChunk(reader, at, length)
    return
  }
  const chunk = await reader.read(at + 4, length + 8)
  const data = chunk.subarray(4, 4 + length)
  if (!(isXmp ? cleanXmp(data) : cleanTiff(data))) return
  new DataView(chunk.buffer).setUint32(4 + length, getChecksum(chunk.subarray(0, 4 + length)))
  reader.replace(at + 4, chunk)
}

/** Exif or XMP as hexadecimal text, as ImageMagick writes it. */
const isProfile = (head: Uint8Array): boolean =>
  ['exif', 'APP1', 'xmp'].some((name) => hasPrefix(head, `Raw profile type ${name}\0`))

/** A chunk of the same length that says nothing. */
function blankChunk(reader: PartReader, at: number, length: number): void {
  const checksum = new DataView(new ArrayBuffer(4))
  checksum.setUint32(0, getChecksum(unknownType, length))
  reader.blank(at + 4, 4 + length, unknownType)
  if (at + 12 + length <= reader.size) reader.replace(at + 8 + length, new Uint8Array(checksum.buffer))
}

const polynomial = 0xedb88320

/** CRC-32, as PNG defines it, of these bytes and zeros behind them; computed bit by bit, because few images need it. */
function getChecksum(bytes: Uint8Array, zeros = 0): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? polynomial : 0)
  }
  // A zero byte multiplies by x⁸; so many of them by its power, which takes some steps instead of one for each byte.
  let power = 1 << 23
  for (let left = zeros; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) crc = multiply(power, crc)
    power = multiply(power, power)
  }
  return ~crc >>> 0
}

/** Product modulo the polynomial of the checksum; the highest bit is the coefficient of x⁰. */
function multiply(a: number, b: number): number {
  let product = 0
  let factor = b >>> 0
  for (let bit = 31; bit >= 0; bit -= 1) {
    if ((a >>> bit) & 1) product ^= factor
    factor = (factor >>> 1) ^ (factor & 1 ? polynomial : 0)
  }
  return product >>> 0
}
