import { expect, it } from 'vitest'
import { readJpegHeader } from './jpeg-header.ts'

const segment = (marker: number, ...data: readonly number[]): number[] => [
  0xff,
  marker,
  (data.length + 2) >> 8,
  (data.length + 2) & 255,
  ...data,
]
const start = [0xff, 0xd8]
const frame = (marker = 0xc0): number[] =>
  segment(marker, 8, 0x06, 0xa4, 0x09, 0x60, 3, ...Array<number>(9).fill(0))
const exif = [0x45, 0x78, 0x69, 0x66, 0, 0]
const bigEndian = (orientation: number): number[] =>
  segment(
    0xe1,
    ...exif,
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
  )
const littleEndian = (orientation: number): number[] =>
  segment(
    0xe1,
    ...exif,
    0x49,
    0x49,
    42,
    0,
    8,
    0,
    0,
    0,
    1,
    0,
    0x12,
    0x01,
    3,
    0,
    1,
    0,
    0,
    0,
    orientation,
    0,
    0,
    0,
  )
const read = (...parts: readonly (readonly number[])[]) => readJpegHeader(Uint8Array.from(parts.flat()))

it.each([0xc0, 0xc1, 0xc2])('reads the size of a file with frame %i after other segments', (marker) => {
  const tables = segment(0xdb, ...Array<number>(65).fill(1))
  expect(read(start, segment(0xe0, 1, 2), segment(0xc4, 3), tables, frame(marker))).toEqual({
    width: 2400,
    height: 1700,
    isTurned: false,
  })
})

it('reads whether it is turned, in both byte orders', () => {
  const isTurned = (...parts: readonly (readonly number[])[]) => read(start, ...parts, frame())?.isTurned
  expect([1, 3, 4, 5, 6, 8].map((orientation) => isTurned(bigEndian(orientation)))).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
  ])
  expect(isTurned(littleEndian(6))).toBe(true)
  expect(isTurned(littleEndian(1))).toBe(false)
  const xmp = segment(0xe1, ...Array.from('http://ns.adobe.com', (letter) => letter.charCodeAt(0)))
  expect(isTurned(bigEndian(6), xmp)).toBe(true)
})

it('gives up what it cannot read', () => {
  expect(read([])).toBeUndefined()
  expect(read([0x89, 0x50, 0x4e, 0x47], frame())).toBeUndefined()
  expect(read(start)).toBeUndefined()
  expect(read(start, frame().slice(0, 8))).toBeUndefined()
  expect(read(start, [0xff, 0xe0, 0, 0], frame())).toBeUndefined()
  expect(read(start, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])).toBeUndefined()
  expect(read(start, segment(0xe0, ...Array<number>(300).fill(7)).slice(0, 100))).toBeUndefined()
})

it('survives any EXIF segment that is cut off or points anywhere', () => {
  const whole = bigEndian(6)
  for (let length = 4; length < whole.length; length++) {
    const data = whole.slice(4, length)
    expect(read(start, segment(0xe1, ...data), frame())).toMatchObject({ width: 2400, height: 1700 })
  }
  const far = [...whole]
  far.splice(14, 4, 0xff, 0xff, 0xff, 0xff)
  expect(read(start, far, frame())?.isTurned).toBe(false)
})
