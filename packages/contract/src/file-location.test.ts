import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { findLocation } from './file-location.ts'

/** Overwrites the place in these bytes; every part is read on its own. */
async function removeLocation(bytes: Uint8Array, type: string): Promise<void> {
  const read = (from: number, to: number) => Promise.resolve(bytes.slice(from, to))
  for (const patch of await findLocation({ size: bytes.length, read }, type)) {
    bytes.set(patch.bytes, patch.at)
    bytes.fill(0, patch.at + patch.bytes.length, patch.at + patch.bytes.length + patch.zeros)
  }
}

const ascii = (text: string) => [...text].map((char) => char.charCodeAt(0))
const u16 = (value: number) => [value >> 8, value & 255]
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 0xffff)]
const field = (tag: number, type: number, count: number, value: readonly number[]) => [
  ...u16(tag), ...u16(type), ...u32(count), ...value,
] // prettier-ignore

/** Orientation 6, and a place: 59° north. */
const tiff = [
  ...ascii('MM'), ...u16(42), ...u32(8),
  ...u16(2), ...field(0x0112, 3, 1, [0, 6, 0, 0]), ...field(0x8825, 4, 1, u32(38)), ...u32(0),
  ...u16(2), ...field(1, 2, 2, [78, 0, 0, 0]), ...field(2, 5, 1, u32(68)), ...u32(0),
  ...u32(59), ...u32(1),
] // prettier-ignore
const xmp = '<x exif:GPSLatitude="59,20N" tiff:Make="Camera"><exif:GPSLongitude>18,3E</exif:GPSLongitude></x>'

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
const png = [0x89, ...ascii('PNG'), 13, 10, 26, 10, ...chunk('eXIf', tiff), ...chunk('IDAT', [1, 2])]
const little = (value: number) => u32(value).toReversed()
const webp = [
  ...ascii('RIFF'), ...little(4 + 8 + tiff.length), ...ascii('WEBP'), ...ascii('EXIF'), ...little(tiff.length), ...tiff,
] // prettier-ignore

const getText = (bytes: Uint8Array) => String.fromCharCode(...bytes)
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
  const box = (type: string, data: readonly number[]) => [...u32(8 + data.length), ...ascii(type), ...data]
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
