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
