import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findFolded, foldForSearch } from './fold.ts'

it('maps equivalent characters to the same one', () => {
  const same: readonly (readonly [string, string])[] = [
    ['GRÜSSE', 'grüße'],
    ['Malmö', 'MALMO'],
    ['ΟΔΟΣ', 'οδος'],
    ['Ёлка', 'елка'],
    ['İstanbul', 'istanbul'],
    ['ｆｕｌｌ ① ﬁ', 'full 1 fi'],
    ['مُحَمَّد', 'محمد'],
    ['שָׁלוֹם', 'שלום'],
    ['cafe\u0301', 'CAFÉ'],
  ]
  for (const [a, b] of same) expect(foldForSearch(a)).toBe(foldForSearch(b))
  expect(foldForSearch('a')).not.toBe(foldForSearch('b'))
})

it('maps positions back to the original text', () => {
  const find = (text: string, words: string): string | null => {
    const found = findFolded(text, words)
    return found && text.slice(found.from, found.to)
  }
  expect(find('Viele Grüße!', 'GRUSS')).toBe('Grüß')
  expect(find('ein cafe\u0301 hier', 'café')).toBe('cafe\u0301')
  expect(find('𝒜 note', 'a note')).toBe('𝒜 note')
  expect(find('nothing', 'x')).toBeNull()
  expect(find('anything', '')).toBeNull()
})

it('finds every part of every text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.nat(), fc.nat(), (text, a, b) => {
      const characters = [...text]
      const part = characters.slice(a % 5, (a % 5) + 1 + (b % 5)).join('')
      fc.pre(foldForSearch(part) !== '')
      const found = findFolded(text, part)
      expect(found && foldForSearch(text.slice(found.from, found.to))).toContain(foldForSearch(part))
    }),
    { seed: 6 },
  )
})
