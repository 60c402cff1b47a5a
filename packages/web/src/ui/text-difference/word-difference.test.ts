import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type WordPart, wordDifference } from './word-difference.ts'

const short = (parts: readonly WordPart[]): string =>
  parts.map(({ kind, text }) => ({ same: text, removed: `[-${text}]`, added: `[+${text}]` })[kind]).join('')

test.each([
  ['100', '900', '[-100][+900]'],
  ['', 'new', '[+new]'],
  ['the red fox', 'the brown fox', 'the [-red][+brown] fox'],
  ['one two three', 'one three', 'one [-two ]three'],
  ['buy milk today', 'sell bread today', '[-buy milk][+sell bread] today'],
  ['Räksmörgås på bordet', 'Räksmörgås under bordet', 'Räksmörgås [-på][+under] bordet'],
])('from %j to %j the words that differ are told apart', (before, after, expected) => {
  expect(short(wordDifference(before, after))).toBe(expected)
})

test('both texts can be reconstructed from the parts', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'cc', ' ', '\n', '日本', '.'), { maxLength: 60 })
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [before, after] = [one.join(''), other.join('')]
      const parts = wordDifference(before, after)
      const without = (kind: WordPart['kind']): string =>
        parts.map((part) => (part.kind === kind ? '' : part.text)).join('')
      expect([without('added'), without('removed')]).toEqual([before, after])
    }),
    { seed: 7 },
  )
})

test('long texts without common words are one replacement', () => {
  const long = (word: string): string => Array.from({ length: 1_000 }, (_, i) => `${word}${i}`).join(' ')
  expect(wordDifference(long('a'), long('b')).map(({ kind }) => kind)).toEqual(['removed', 'added'])
})
