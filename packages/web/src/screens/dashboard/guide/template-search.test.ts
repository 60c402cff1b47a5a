import type { Template } from '@tavla/contract'
import { expect, it } from 'vitest'
import { searchTemplates } from './template-search.ts'

const template = (
  id: string,
  category: Template['category'],
  name: string,
  description: string,
): Template => ({
  id,
  name,
  description,
  category,
  preview: { light: '', dark: '' },
})
const all = [
  template('retro', 'agile', 'Retrospektive', 'Was gut war und was besser wird.'),
  template('story', 'agile', 'Story map', 'Releases along a user’s way.'),
  template('uebersicht', 'planning', 'Übersicht', 'Was bis wann.'),
]
const found = (...search: [Template['category'] | null, string]) =>
  searchTemplates(all, ...search).map(({ id }) => id)

it('finds templates by category and by words of name or description, ignoring case and accents', () => {
  expect(found(null, ' ')).toEqual(['retro', 'story', 'uebersicht'])
  expect(found('agile', '')).toEqual(['retro', 'story'])
  expect(found(null, 'uber')).toEqual(['uebersicht'])
  expect(found(null, 'besser WAS')).toEqual(['retro'])
  expect(found('planning', 'retro')).toEqual([])
})
