import { readFileSync } from 'node:fs'
import { getLocaleFile } from '@tavla/locales/files'
import i18next from 'i18next'
import { expect, it } from 'vitest'
import { getNoun } from './action-text.ts'

it('names a shape by its noun, and one without a noun as element', async () => {
  const board = JSON.parse(readFileSync(getLocaleFile('en', 'board'), 'utf8')) as Record<string, unknown>
  const i18n = i18next.createInstance()
  await i18n.init({ lng: 'en', resources: { en: { board } } })
  expect(getNoun('sticky', 1, i18n.t)).toBe('a sticky note')
  expect(getNoun('sticky', 20, i18n.t)).toBe('20 sticky notes')
  expect(getNoun('binding', 2, i18n.t)).toBe('2 elements')
  expect(getNoun(null, 1, i18n.t)).toBe('an element')
})
