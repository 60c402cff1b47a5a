import { type Box, listBoxes } from './boxes.ts'
import { cleanTiff, cleanXmp, emptyTiff, getText, isTiff } from './metadata.ts'
import { maxPartBytes, type PartReader } from './part-reader.ts'
import { cleanMp4 } from './video-location.ts'

/** Pieces of metadata that are read of one file; there is one of each item, as a rule. */
const maxPieces = 256
/** Pieces that are located in one file: a table can name millions. */
const maxLocated = 65_536
const xmpType = 'application/rdf+xml'
/** Bytes before an item's Exif that say where it begins, and Exif without a field behind them. */
const exifHeaderBytes = 4
const emptyExif = Uint8Array.of(0, 0, 0, 0, ...emptyTiff)

/** What an item is; metadata in an encoding of its own is not read. */
type ItemKind = 'exif' | 'xmp' | 'packed'

interface Item {
  readonly kind: ItemKind
  readonly pieces: readonly Piece[]
  /** Its length is not given: it ends with the file or its box, and can contain other things. */
  readonly isOpen: boolean
}

/** Bytes of the file. */
interface Piece {
  readonly at: number
  readonly length: number
}

/**
 * AVIF and HEIC: Exif and XMP are items, which a table names and another one locates, anywhere in the file. A sequence has
 * metadata like that of an MP4 beside them.
 */
export async function cleanHeif(reader: PartReader): Promise<void> {
  let pieces = 0
  for await (const box of listBoxes(reader, 0, reader.size)) {
    if (box.type === 'moov') await cleanMp4(reader, box, 1)
    if (box.type !== 'meta') continue
    for (const item of await listItems(reader, box)) {
      pieces += item.pieces.length
      await cleanItem(reader, item, pieces <= maxPieces)
    }
  }
}

async function listItems(reader: PartReader, meta: Box): Promise<readonly Item[]> {
  let kinds: ReadonlyMap<number, ItemKind> = new Map()
  let [locations, data]: [Box | null, Box | null] = [null, null]
  // Behind its version.
  for await (const box of listBoxes(reader, meta.from + 4, meta.to)) {
    if (box.type === 'iinf') kinds = await readKinds(reader, box)
    if (box.type === 'iloc') locations = box
    if (box.type === 'idat') data = box
  }
  if (!locations || kinds.size === 0 || locations.to - locations.from > maxPartBytes) return []
  const table = new FieldReader(await reader.read(locations.from, locations.to - locations.from))
  return readItems(table, kinds, [{ from: 0, to: reader.size }, data])
}

/** Metadata among the items, by id. */
async function readKinds(reader: PartReader, table: Box): Promise<ReadonlyMap<number, ItemKind>> {
  const kinds = new Map<number, ItemKind>()
  const { version } = new FieldReader(await reader.read(table.from, 4))
  for await (const box of listBoxes(reader, table.from + (version === 0 ? 6 : 8), table.to)) {
    if (box.type !== 'infe' || box.to - box.from > maxPartBytes) continue
    const entry = new FieldReader(await reader.read(box.from, box.to - box.from))
    const id = entry.read(entry.version < 3 ? 2 : 4)
    entry.read(2)
    const type = entry.version < 2 ? 'mime' : entry.readTag()
    // The name, which nobody needs.
    entry.readText()
    if (type === 'Exif') kinds.set(id, 'exif')
    if (type === 'mime' && entry.readText() === xmpType)
      kinds.set(id, entry.readText() === '' ? 'xmp' : 'packed')
  }
  return kinds
}

type Span = Pick<Box, 'from' | 'to'>

/** `sources`: the file and the box of data, in which an item can lie, by its construction method. */
function readItems(
  table: FieldReader,
  kinds: ReadonlyMap<number, ItemKind>,
  sources: readonly (Span | null)[],
): readonly Item[] {
  const [sizes, moreSizes] = [table.read(1), table.read(1)]
  const widths = { offset: sizes >> 4, length: sizes & 15, base: moreSizes >> 4, index: moreSizes & 15 }
  const hasMethod = table.version > 0
  if (table.version > 2) return []
  const items: Item[] = []
  let located = 0
  for (let left = table.read(table.version < 2 ? 2 : 4); left > 0; left -= 1) {
    const kind = kinds.get(table.read(table.version < 2 ? 2 : 4))
    const method = hasMethod ? table.read(2) & 15 : 0
    const isElsewhere = table.read(2) !== 0
    const base = table.read(widths.base)
    const source = isElsewhere ? null : sources[method]
    const all: Piece[] = []
    // Pieces that take no bytes in the table are all the same.
    const most = widths.offset + widths.length + (hasMethod ? widths.index : 0) === 0 ? 1 : Infinity
    for (let more = Math.min(most, table.read(2)); more > 0; more -= 1) {
      if (hasMethod) table.read(widths.index)
      const offset = base + table.read(widths.offset)
      const length = table.read(widths.length)
      if (!kind || !source) continue
      located += 1
      if (located > maxLocated) throw new RangeError('too many pieces')
      all.push(getPiece(source, offset, length))
    }
    const pieces = all.filter(({ length }) => length > 0)
    const [only] = all
    if (kind && pieces.length > 0) items.push({ kind, pieces, isOpen: false })
    else if (kind && source && only && all.length === 1)
      items.push({ kind, pieces: [getPiece(source, only.at - source.from, maxPartBytes)], isOpen: true })
  }
  return items
}

function getPiece({ from, to }: Span, offset: number, length: number): Piece {
  const rest = Math.max(0, to - from - offset)
  return { at: from + offset, length: Math.min(rest, length) }
}

async function cleanItem(reader: PartReader, item: Item, canRead: boolean): Promise<void> {
  const { kind, pieces, isOpen } = item
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const data =
    canRead && kind !== 'packed' && reader.reserve(length) ? await readPieces(reader, pieces) : null
  const state = data === null ? 'unreadable' : kind === 'exif' ? cleanExif(data) : cleanXmpItem(data)
  if (state === 'unreadable' && !isOpen) blankPieces(reader, pieces)
  if (data === null || state !== 'changed') return
  let at = 0
  for (const piece of pieces) {
    reader.replace(piece.at, data.subarray(at, at + piece.length))
    at += piece.length
  }
}

async function readPieces(reader: PartReader, pieces: readonly Piece[]): Promise<Uint8Array> {
  const data = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const { at, length } of pieces) {
    data.set(await reader.read(at, length), end)
    end += length
  }
  return data
}

/** Pictures are turned by their own boxes, so that nothing is lost that is needed for drawing. */
function blankPieces(reader: PartReader, pieces: readonly Piece[]): void {
  for (const { at, length } of pieces)
    reader.blank(at, length, length < emptyExif.length ? undefined : emptyExif)
}

type Outcome = 'same' | 'changed' | 'unreadable'

const cleanXmpItem = (data: Uint8Array): Outcome => (cleanXmp(data) ? 'changed' : 'same')

function cleanExif(data: Uint8Array): Outcome {
  if (data.length < exifHeaderBytes) return 'unreadable'
  const offset = new DataView(data.buffer).getUint32(0)
  const tiff = data.subarray(exifHeaderBytes + offset)
  if (!isTiff(tiff)) return 'unreadable'
  return cleanTiff(tiff) ? 'changed' : 'same'
}

/** Reads the fields of a box that begins with its version; throws a RangeError behind the end. */
class FieldReader {
  readonly version: number
  readonly #bytes: Uint8Array
  #at = 4

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.version = bytes[0] ?? 0
  }

  /** A number of so many bytes. */
  read(length: number): number {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new RangeError('shorter than its fields')
    const value = this.#bytes.subarray(this.#at, end).reduce((sum, byte) => sum * 256 + byte, 0)
    this.#at = end
    return value
  }

  readTag(): string {
    return getText(Uint8Array.from([0, 1, 2, 3], () => this.read(1)))
  }

  /** A text up to the zero behind it, or the end. */
  readText(): string {
    const end = this.#bytes.indexOf(0, this.#at)
    const bytes = this.#bytes.subarray(this.#at, end < 0 ? undefined : end)
    this.#at += bytes.length + 1
    return getText(bytes)
  }
}
