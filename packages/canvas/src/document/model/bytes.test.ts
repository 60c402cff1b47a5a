import { describe, expect, it } from 'vitest'
import { ByteReader, ByteWriter } from './bytes.ts'

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
})
