import { expect, test } from 'vitest'
import { searchEntries } from './palette-search.ts'

const entries = ['Undo', 'Align left', 'Align right', 'Zoom to 100 %', 'Größe', 'Bring to front'].map(
  (label, i) => ({ id: `${i}`, label, keys: [] }),
)
const labels = (typed: string) => searchEntries(entries, typed).map(({ label }) => label)

test('an empty query lists everything in order', () => {
  expect(labels('  ')).toEqual(entries.map(({ label }) => label))
})

test('words match in any order and case, with or without accents', () => {
  expect(labels('LEFT align')).toEqual(['Align left'])
  expect(labels('grosse')).toEqual([])
  expect(labels('große')).toEqual(['Größe'])
  expect(labels('nothing like it')).toEqual([])
})

test('matches at the start of a word come first', () => {
  expect(labels('ri')).toEqual(['Align right', 'Bring to front'])
})
