import { getPlainText, type RichText } from '@tavla/canvas/model'
import { languages } from '@tavla/locales'
import { describe, expect, it } from 'vitest'
import { getBoard } from './board-of.ts'
import { pageId } from './sheet.ts'
import { boardTemplates, listTemplates } from './templates.ts'

const texts = (id: string, language: string): string[] => {
  const template = boardTemplates.find((one) => one.id === id)
  if (!template) throw new Error(`No template ${id}`)
  const { state } = getBoard(template, language)
  return [...state.ids()].map((each) => getPlainText((state.get(each)?.['text'] ?? null) as RichText | null))
}

describe.each(boardTemplates.map((template) => ({ id: template.id, template })))(
  'the template $id',
  ({ id, template }) => {
    it('is a valid edit in every language, and has text in each', () => {
      for (const { id: language } of languages) {
        const words = texts(id, language).filter((text) => text !== '')
        expect(words.length).toBeGreaterThan(3)
      }
      expect(texts(id, 'sv')).not.toEqual(texts(id, 'en'))
      expect(texts(id, 'de')).not.toEqual(texts(id, 'en'))
    })

    it('fits on one page, where a thumbnail shows it', () => {
      const { state } = getBoard(template, 'en')
      for (const each of state.childIds(pageId)) {
        const { x, y, w, h, kind } = state.get(each) as unknown as Record<'x' | 'y' | 'w' | 'h', number> & {
          kind: string
        }
        if (kind === 'connector') continue
        expect([each, x >= 0, y >= 0, x + w <= 1_600, y + h <= 1_000]).toEqual([each, true, true, true, true])
      }
    })

    it('has connectors that are bound at both ends', () => {
      const { state } = getBoard(template, 'en')
      const connectors = [...state.ids()].filter((each) => state.get(each)?.kind === 'connector')
      for (const connector of connectors) {
        const targets = state.getBindings(connector).map((each) => String(state.get(each)?.['target']))
        expect([
          connector,
          targets.length,
          targets.every((target) => state.get(target) !== undefined),
        ]).toEqual([connector, 2, true])
      }
    })
  },
)

it('are at least twelve, each with a name in every language', () => {
  expect(boardTemplates.length).toBeGreaterThanOrEqual(12)
  for (const { id: lang } of languages) {
    const list = listTemplates(lang)
    expect(new Set(list.map(({ name }) => name)).size).toBe(list.length)
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
  }
})

it('are translated to the nearest language', () => {
  const names = ['sv-SE', 'de_AT', 'fr', 'EN'].map((lang) => listTemplates(lang).at(-1)?.preview.light)
  expect(names.map((url) => url?.split('.')[1])).toEqual(['sv', 'de', 'en', 'en'])
})
