import i18next from 'i18next'
import { expect, it } from 'vitest'
import { getPageName } from './page-name.ts'

it('is the page’s own name, or its number', async () => {
  const i18n = i18next.createInstance()
  await i18n.init({ lng: 'en', resources: { en: { board: { pages: { fresh: 'Page {{number}}' } } } } })
  const t = i18n.getFixedT('en', 'board')
  const pages = [
    { id: 'a', name: '' },
    { id: 'b', name: 'Plan' },
    { id: 'c', name: '' },
  ]
  expect(['a', 'b', 'c', 'gone', null].map((id) => getPageName(pages, id, t))).toEqual([
    'Page 1',
    'Plan',
    'Page 3',
    '',
    '',
  ])
})
