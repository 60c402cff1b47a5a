import { describe, expect, it } from 'vitest'
import { ByteReader, ByteWriter, MalformedError } from './bytes.ts'

describe('string encoding', () => {
  const long = 'x'.repeat(63)
  it.each(['', 'b12', 'Åsa', 'plain then 字', long, `${long}xyz`, `${long}å`, '👩‍🚀'])(
    'round-trips %j',
    (text) => {
      const writer = new ByteWriter(1)
      writer.string(text)
      writer.string('after')
      const bytes = writer.finish()
      const reader = new ByteReader(bytes)
      const decode = (part: Uint8Array): string => new TextDecoder().decode(part)
      expect(decode(reader.bytes(1000))).toBe(text)
      expect(decode(reader.bytes(1000))).toBe('after')
      reader.end()
    },
  )

  it.each(['', 'b12', 'Åsa', 'plain then 字', long, `${long}xyz`, `${long}å`, '👩‍🚀'])('reads %j', (text) => {
    const bytes = new TextEncoder().encode(text)
    const reader = new ByteReader(Uint8Array.from([bytes.length, ...bytes, 1, 65]))
    expect(reader.string(1000)).toBe(text)
    expect(reader.string(1000)).toBe('A')
    reader.end()
  })

  it.each([
    ['a byte that begins nothing', [2, 0x41, 0xff]],
    ['half a letter', [1, 0xc3]],
    ['fewer bytes than announced', [3, 0x41]],
  ])('refuses %s', (_, bytes) => {
    expect(() => new ByteReader(Uint8Array.from(bytes)).string(1000)).toThrow(MalformedError)
  })
})

describe('whole numbers', () => {
  const edges = [0, 7, 14, 21, 28, 29, 30, 31, 32, 35, 42, 49, 51].flatMap((power) => [
    2 ** power - 1,
    2 ** power,
    2 ** power + 1,
  ])

  it('round-trip at every length, with and without a sign', () => {
    const writer = new ByteWriter()
    for (const edge of edges) {
      writer.uint(edge)
      writer.int(edge)
      writer.int(-edge)
    }
    const reader = new ByteReader(writer.finish())
    for (const edge of edges) {
      expect(reader.uint()).toBe(edge)
      expect(reader.int()).toBe(edge)
      // Without the sign of zero, which no number has here.
      expect(reader.int()).toBe(0 - edge)
    }
    reader.end()
  })

  it.each([
    ['above 2^53 - 1', [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x40]],
    ['of nine bytes', [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01]],
    ['that ends too early', [0x80, 0x80]],
  ])('refuses one %s', (_, bytes) => {
    expect(() => new ByteReader(Uint8Array.from(bytes)).uint()).toThrow(MalformedError)
  })
})
