import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { getText } from './metadata.ts'
import { ascii, box, field, removeLocation, tiff, u16, u32, xmp } from './testing.ts'

const segment = (marker: number, data: readonly number[]) => [0xff, marker, ...u16(data.length + 2), ...data]
const jpeg = [
  0xff, 0xd8,
  ...segment(0xe1, [...ascii('Exif'), 0, 0, ...tiff]),
  ...segment(0xe1, [...ascii('http://ns.adobe.com/xap/1.0/'), 0, ...ascii(xmp)]),
  ...segment(0xda, [1, 2, 3]), ...ascii('exif:GPSLatitude="pixels"'),
] // prettier-ignore
const chunk = (type: string, data: readonly number[]) => [
  ...u32(data.length),
  ...ascii(type),
  ...data,
  0,
  0,
  0,
  0,
]
const pngHead = [0x89, ...ascii('PNG'), 13, 10, 26, 10]
const png = [...pngHead, ...chunk('eXIf', tiff), ...chunk('IDAT', [1, 2])]
const little = (value: number) => u32(value).toReversed()
const webp = [
  ...ascii('RIFF'), ...little(4 + 8 + tiff.length), ...ascii('WEBP'), ...ascii('EXIF'), ...little(tiff.length), ...tiff,
] // prettier-ignore

const north = getText(Uint8Array.from([...u16(1), ...u16(2), ...u32(2), 78]))
const degrees = getText(Uint8Array.from([...u32(59), ...u32(1)]))
const orientation = getText(Uint8Array.from(field(0x0112, 3, 1, [0, 6, 0, 0])))

describe('the place where a photo was taken', () => {
  it.each([
    ['image/jpeg', jpeg],
    ['image/png', png],
    ['image/webp', webp],
  ])('is removed from %s, and nothing else', async (type, content) => {
    const bytes = Uint8Array.from(content)
    expect(getText(bytes)).toContain(degrees)
    await removeLocation(bytes, type)
    expect(bytes).toHaveLength(content.length)
    expect(getText(bytes)).not.toContain(degrees)
    expect(getText(bytes)).not.toContain(north)
    expect(getText(bytes)).toContain(orientation)
  })

  it('is removed from Adobe’s metadata, not from pixels', async () => {
    const bytes = Uint8Array.from(jpeg)
    await removeLocation(bytes, 'image/jpeg')
    const text = getText(bytes)
    expect(text).not.toMatch(/59,20N|18,3E/)
    expect(text).toContain('tiff:Make="Camera"')
    expect(text).toContain('exif:GPSLatitude="pixels"')
  })

  it('leaves the checksum of a changed PNG chunk right', async () => {
    const bytes = Uint8Array.from(png)
    await removeLocation(bytes, 'image/png')
    const end = 8 + 8 + tiff.length
    const checksum = new DataView(bytes.buffer).getUint32(end)
    expect(checksum).toBe(crc32(bytes.subarray(12, end)))
  })

  it('never fails, wherever a file is cut off or damaged', async () => {
    for (const [type, content] of [
      ['image/jpeg', jpeg],
      ['image/png', png],
      ['image/webp', webp],
      ['video/webm', webm],
    ] as const)
      for (let length = 0; length < content.length; length += 1) {
        await removeLocation(Uint8Array.from(content.slice(0, length)), type)
        const damaged = Uint8Array.from(content)
        damaged[length] = 255
        await removeLocation(damaged, type)
      }
  })
})

/** A file of some first bytes and ones behind them. */
function createLong(first: readonly number[], length: number): Uint8Array {
  const bytes = new Uint8Array(length).fill(1)
  bytes.set(first)
  return bytes
}

describe('metadata that names the place and cannot be read', () => {
  const long = 5 * 1024 * 1024

  it('above 4 MiB is overwritten in a PNG, with the right checksum', async () => {
    const head = [...pngHead, ...u32(long), ...ascii('eXIf')]
    const bytes = createLong([...head, ...tiff], head.length + long + 4)
    await removeLocation(bytes, 'image/png')
    expect(getText(bytes.subarray(12, 16))).toBe('frEe')
    const end = head.length + long
    expect(bytes.subarray(16, end).some((byte) => byte !== 0)).toBe(false)
    expect(new DataView(bytes.buffer).getUint32(end)).toBe(crc32(bytes.subarray(12, end)))
  })

  it('above 4 MiB is overwritten in a WebP, and becomes Exif without a field', async () => {
    const head = [...ascii('RIFF'), ...little(long + 12), ...ascii('WEBP'), ...ascii('EXIF'), ...little(long)]
    const bytes = createLong([...head, ...tiff], head.length + long)
    await removeLocation(bytes, 'image/webp')
    expect(getText(bytes.subarray(0, head.length))).toBe(getText(Uint8Array.from(head)))
    const content = getText(bytes.subarray(head.length))
    expect(content).toBe('MM\0*\0\0\0\x08'.padEnd(long, '\0'))
  })

  it('is overwritten in a PNG when it is packed, other texts are not', async () => {
    const texts = (...changed: readonly (readonly number[])[]) => [
      ...pngHead, ...chunk('iTXt', ascii('Title\0\0\0\0\0exif:GPSLatitude="59"')), ...changed.flat(),
    ] // prettier-ignore
    const packed = ascii('XML:com.adobe.xmp\0\x01\0\0\0packed')
    const profile = ascii('Raw profile type exif\0\0packed')
    const bytes = Uint8Array.from(texts(chunk('iTXt', packed), chunk('zTXt', profile)))
    await removeLocation(bytes, 'image/png')
    const blank = (length: number) => {
      const content = [...ascii('frEe'), ...Array<number>(length).fill(0)]
      return [...u32(length), ...content, ...u32(crc32(Uint8Array.from(content)))]
    }
    expect([...bytes]).toEqual(texts(blank(packed.length), blank(profile.length)))
  })

  it('is overwritten from the 17th MiB of metadata on', async () => {
    const part = 3 * 1024 * 1024
    const head = [...ascii('XMP '), ...little(part)]
    const bytes = createLong([], 12 + 6 * (head.length + part))
    for (let i = 0; i < 6; i += 1) bytes.set([...head, ...ascii(xmp)], 12 + i * (head.length + part))
    await removeLocation(bytes, 'image/webp')
    const text = getText(bytes)
    expect(text).not.toMatch(/59,20N|18,3E/)
    expect(text.split('Camera')).toHaveLength(6)
  })

  it('is overwritten as a whole when its fields take more bytes than there are', async () => {
    // Each of many fields says that its value is what lies behind them.
    const count = 1_000
    const entry = field(1, 1, 20_000, u32(40 + count * 12))
    const entries = Array.from({ length: count }, () => entry).flat()
    const data = [...tiff.slice(0, 38), ...u16(count), ...entries, ...Array<number>(20_000).fill(1)]
    const bytes = Uint8Array.from([
      ...ascii('RIFF'), ...little(data.length + 12), ...ascii('WEBP'), ...ascii('EXIF'), ...little(data.length), ...data,
    ]) // prettier-ignore
    await removeLocation(bytes, 'image/webp')
    expect(bytes.subarray(20).some((byte) => byte !== 0)).toBe(false)
  })

  it('is no reason to leave what comes behind it', async () => {
    const damaged = [...ascii('Exif'), 0, 0, ...tiff.slice(0, 30), ...u32(90_000)]
    const bytes = Uint8Array.from([
      ...[0xff, 0xd8, ...segment(0xe1, damaged)],
      ...segment(0xe1, ascii("http://ns.adobe.com/xap/1.0/\0<x exif:GPSLatitude='59,20N'/>")),
    ])
    await removeLocation(bytes, 'image/jpeg')
    expect(getText(bytes)).toContain("exif:GPSLatitude='      '")
  })
})

/** An element of a WebM, with a size of one byte. */
const element = (id: readonly number[], data: readonly number[]) => [...id, 0x80 + data.length, ...data]
const place = ascii('+59.3293+018.0686/')
const webmHeader = element([0x1a, 0x45, 0xdf, 0xa3], ascii('webm'))
const webmTags = element([0x12, 0x54, 0xc3, 0x67], element([0x73, 0x73], [...ascii('LOCATION'), ...place]))
const cluster = element([0x1f, 0x43, 0xb6, 0x75], ascii('frames'))
const webm = [...webmHeader, ...element([0x18, 0x53, 0x80, 0x67], [...webmTags, ...cluster])]
/** As browsers record it: the segment has no length. */
const recorded = [
  ...webmHeader,
  0x18,
  0x53,
  0x80,
  0x67,
  1,
  255,
  255,
  255,
  255,
  255,
  255,
  255,
  ...cluster,
  ...webmTags,
]

it.each([
  ['with a length', webm],
  ['as recorded', recorded],
])('turns the tags of a WebM into void space, %s', async (_, content) => {
  const bytes = Uint8Array.from(content)
  await removeLocation(bytes, 'video/webm')
  const at = getText(Uint8Array.from(content)).indexOf(getText(Uint8Array.from(webmTags)))
  const clean = [
    0xec,
    1,
    0,
    0,
    0,
    0,
    0,
    0,
    webmTags.length - 9,
    ...Array<number>(webmTags.length - 9).fill(0),
  ]
  expect([...bytes]).toEqual([...content.slice(0, at), ...clean, ...content.slice(at + webmTags.length)])
})

it('turns the metadata of a video into free space, and leaves the rest of it where it is', async () => {
  const track = box('trak', [...box('tkhd', [1, 2, 3]), ...box('meta', place)])
  const video = (...inner: readonly number[][]) => [
    ...box('ftyp', ascii('isom')),
    ...box('moov', inner.flat()),
    ...box('mdat', ascii('udta meta')),
  ]
  const bytes = Uint8Array.from(video(box('mvhd', [4, 5]), track, box('udta', [...box('\u00a9xyz', place)])))
  const { length } = bytes
  await removeLocation(bytes, 'video/mp4')
  const text = new TextDecoder('latin1').decode(bytes)
  expect([bytes.length, text.includes('59.3'), text.includes('udta meta')]).toEqual([length, false, true])
  const free = (size: number) => box('free', Array<number>(size).fill(0))
  const cleanTrack = box('trak', [...box('tkhd', [1, 2, 3]), ...free(place.length)])
  expect([...bytes]).toEqual(video(box('mvhd', [4, 5]), cleanTrack, free(8 + place.length)))
})

it('leaves a video alone that is cut off inside its boxes', async () => {
  const cut = Uint8Array.from([
    ...u32(12),
    ...ascii('ftypisom'),
    ...u32(500),
    ...ascii('moov'),
    ...u32(90),
    ...ascii('udta'),
  ])
  const before = [...cut]
  await removeLocation(cut, 'video/mp4')
  expect([...cut]).toEqual(before)
})
