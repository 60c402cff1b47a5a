import { describe, expect, it } from 'vitest'
import { findLocation } from './find-location.ts'
import { ascii, box, cleanTiffBytes, cleanXmpText, removeLocation, tiff, u16, u32, xmp } from './testing.ts'

interface Layout {
  /** Version of the table that locates the items. */
  readonly version: 0 | 1 | 2
  /** Where the metadata lies: in the box of pixels, or in one beside the tables. */
  readonly source: 'mdat' | 'idat'
  /** Pieces in which each item of metadata lies, from the last one to the first. */
  readonly pieces?: number
  /** An item as it is stored. */
  readonly exif?: readonly number[]
  readonly xmp?: readonly number[]
  /** Encoding of the XMP. */
  readonly encoding?: string
  /** Bytes of the Exif behind the file, which the caller adds. */
  readonly behind?: number
  /** Whether the table leaves out the length of the Exif, which is the last item. */
  readonly isOpen?: boolean
}

const toExif = (content: readonly number[]) => [...u32(6), ...ascii('Exif'), 0, 0, ...content]
const zeros = (length: number) => Array<number>(length).fill(0)
const text = (value: string) => [...ascii(value), 0]
const pixels = ascii('pixels exif:GPSLatitude="59,20N"')
const fullBox = (type: string, version: number, ...data: readonly (readonly number[])[]) =>
  box(type, [version, 0, 0, 0], ...data)

interface Piece {
  readonly at: number
  readonly bytes: readonly number[]
}

/** Cuts an item into pieces, of which the last is stored first. */
function store(bytes: readonly number[], at: number, count: number): readonly Piece[] {
  const length = Math.ceil(bytes.length / count)
  let end = at + bytes.length
  return Array.from({ length: Math.ceil(bytes.length / length) }, (_, i) => {
    const piece = bytes.slice(i * length, (i + 1) * length)
    end -= piece.length
    return { at: end, bytes: piece }
  })
}

const toBytes = (pieces: readonly Piece[]) =>
  pieces.toSorted((a, b) => a.at - b.at).flatMap(({ bytes }) => bytes)

/** An AVIF of pixels (1), XMP (2) and Exif (300, or one that needs more bytes), in this order. */
function createAvif(layout: Layout): Uint8Array {
  const { version, source, pieces = 1, behind = 0, encoding = '' } = layout
  const [toId, toCount] = version === 2 ? [u32, u32] : [u16, u16]
  const ids = [1, 2, version === 2 ? 70_000 : 300].map(toId)
  const isInside = source === 'idat'
  const build = (mdatAt: number) => {
    const ownXmp = layout.xmp ?? ascii(xmp)
    const metadataAt = isInside ? 0 : mdatAt + pixels.length
    const items = [
      [{ at: mdatAt, bytes: pixels }],
      store(ownXmp, metadataAt, pieces),
      store(layout.exif ?? toExif(tiff), metadataAt + ownXmp.length, pieces),
    ]
    const locations = items.flatMap((item, i) => {
      const base = Math.min(...item.map(({ at }) => at))
      const toLength = ({ bytes }: Piece) =>
        i < 2 ? bytes.length : layout.isOpen === true ? 0 : bytes.length + behind
      return [
        ...[ids[i]!, version > 0 ? u16(isInside && i > 0 ? 1 : 0) : [], u16(0), u32(base)].flat(),
        ...[
          u16(item.length),
          ...item.map((piece) => [...u32(piece.at - base), ...u32(toLength(piece))]),
        ].flat(),
      ]
    })
    const entries = ['av01', 'mime', 'Exif'].map((type, i) => {
      const mime = type === 'mime' ? [...text('application/rdf+xml'), ...text(encoding)] : []
      return fullBox('infe', version === 2 ? 3 : 2, ids[i]!, u16(0), ascii(type), text('name'), mime)
    })
    const metadata = [...toBytes(items[1]!), ...toBytes(items[2]!)]
    const head = [
      ...box('ftyp', ascii('avif'), u32(0)),
      ...fullBox(
        'meta',
        0,
        fullBox('hdlr', 0, ascii('pict')),
        fullBox('iloc', version, [0x44, 0x40], toCount(3), locations),
        fullBox('iinf', version === 2 ? 1 : 0, toCount(3), ...entries),
        isInside ? box('idat', metadata) : [],
      ),
    ]
    const data = [...pixels, ...(isInside ? [] : metadata)]
    return { head, file: [...head, ...u32(8 + data.length + behind), ...ascii('mdat'), ...data] }
  }
  return Uint8Array.from(build(build(0).head.length + 8).file)
}

const layouts = ([0, 1, 2] as const).flatMap((version) =>
  (['mdat', 'idat'] as const).flatMap((source) =>
    version === 0 && source === 'idat' ? [] : [1, 3].map((pieces) => ({ version, source, pieces })),
  ),
)
const clean = { exif: toExif(cleanTiffBytes), xmp: ascii(cleanXmpText) }

async function expectClean(layout: Layout, expected: Partial<Layout>): Promise<void> {
  const bytes = createAvif(layout)
  const wanted = createAvif({ ...layout, ...expected })
  expect(bytes).not.toEqual(wanted)
  await removeLocation(bytes, 'image/avif')
  expect(bytes).toEqual(wanted)
}

/** Exif without a field, of this length. */
const emptyExif = (length: number) => [
  ...u32(0),
  ...ascii('MM'),
  ...u16(42),
  ...u32(8),
  ...zeros(length - 12),
]

describe('the place in an AVIF', () => {
  it.each(layouts)('is removed, and nothing else: version $version, $source, $pieces', async (layout) => {
    await expectClean(layout, clean)
  })

  it('is removed from Exif whose length is not given', async () => {
    await expectClean({ version: 1, source: 'mdat', isOpen: true }, clean)
    await expectClean({ version: 1, source: 'idat', isOpen: true }, clean)
  })

  it.each([
    ['that begins elsewhere', [...u32(90_000), ...toExif(tiff).slice(4)]],
    ['without its first bytes', [...u32(0), ...tiff.slice(2)]],
    ['that is cut off', [...u32(0), ...tiff.slice(0, 3), ...zeros(40)]],
  ])('goes with all of the Exif %s', async (_, exif) => {
    await expectClean({ version: 1, source: 'mdat', exif }, { ...clean, exif: emptyExif(exif.length) })
  })

  it('goes with all of the XMP in an encoding of its own', async () => {
    const packed = { version: 1, source: 'mdat', encoding: 'deflate' } as const
    await expectClean(packed, { ...clean, xmp: emptyExif(xmp.length) })
  })

  it('goes with all of the metadata in more pieces than are read', async () => {
    // Its pieces are shorter than empty Exif.
    const exif = toExif([...tiff, ...zeros(2_000)])
    await expectClean(
      { version: 1, source: 'mdat', exif, pieces: 300 },
      { ...clean, exif: zeros(exif.length) },
    )
  })

  it('goes with all of the metadata above 4 MiB', async () => {
    const behind = 4 * 1024 * 1024
    const layout = { version: 1, source: 'mdat', behind } as const
    const bytes = new Uint8Array(createAvif(layout).length + behind).fill(1)
    bytes.set(createAvif(layout))
    await removeLocation(bytes, 'image/avif')
    const wanted = createAvif({ ...layout, ...clean, exif: emptyExif(toExif(tiff).length) })
    expect(bytes.subarray(0, -behind)).toEqual(wanted)
    expect(bytes.subarray(-behind).some((byte) => byte !== 0)).toBe(false)
  })

  it('goes from the metadata of a sequence too', async () => {
    const still = { version: 0, source: 'mdat' } as const
    const movie = box('moov', box('mvhd', u32(1)), box('udta', ascii('+59.32+018.06/')))
    const bytes = Uint8Array.from([...createAvif(still), ...movie])
    await removeLocation(bytes, 'image/avif')
    const free = box('moov', box('mvhd', u32(1)), box('free', zeros(14)))
    expect([...bytes]).toEqual([...createAvif({ ...still, ...clean }), ...free])
  })

  it('is not looked for in a table of more pieces than any program writes', async () => {
    const createFile = (itemCount: number) => {
      // Each piece is one byte long, and takes one byte of the table.
      const item = [...u16(2), ...u16(0), ...u16(60_000), ...Array<number>(60_000).fill(1)]
      const items = Array.from({ length: itemCount }, () => item).flat()
      const table = fullBox('iloc', 0, [0x01, 0], u16(itemCount), items)
      const exif = fullBox('infe', 2, u16(2), u16(0), ascii('Exif'), text(''))
      const meta = fullBox('meta', 0, table, fullBox('iinf', 0, u16(1), exif))
      return Uint8Array.from([...box('ftyp', ascii('avif'), u32(0)), ...meta])
    }
    for (const [itemCount, isRead] of [
      [1, true],
      [2, false],
    ] as const) {
      const bytes = createFile(itemCount)
      const read = (from: number, to: number) => Promise.resolve(bytes.slice(from, to))
      const patches = await findLocation({ size: bytes.length, read }, 'image/avif')
      expect(patches.length > 0).toBe(isRead)
    }
  })

  it('never fails, wherever a file is cut off or damaged', async () => {
    for (const layout of layouts.filter(({ pieces }) => pieces > 1)) {
      const content = createAvif(layout)
      for (let length = 0; length < content.length; length += 1) {
        await removeLocation(content.slice(0, length), 'image/avif')
        for (const value of [0, 255]) {
          const damaged = content.slice()
          damaged[length] = value
          await removeLocation(damaged, 'image/heic')
          expect(damaged.length).toBe(content.length)
        }
      }
    }
  })
})
