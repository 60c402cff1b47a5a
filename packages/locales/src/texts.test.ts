import { expect, it } from 'vitest'
import { getTexts } from './texts.ts'

it('are in the nearest available language, else English', () => {
  const getNearest = (tag: string) => getTexts(tag).language
  expect(['sv-SE', 'de_AT', 'DE', 'fr', ''].map(getNearest)).toEqual(['sv', 'de', 'de', 'en', 'en'])
  expect(getTexts('sv-SE').t('emails:claim.button')).toBe('Logga in')
})

it('use the plural form of a number', () => {
  const { t } = getTexts('de')
  expect([1, 2].map((count) => t('emails:digest.daily', { count }))).toEqual([
    'Deine tägliche Tavla-Zusammenfassung: 1 Benachrichtigung',
    'Deine tägliche Tavla-Zusammenfassung: 2 Benachrichtigungen',
  ])
})

it('keep names of people unchanged, whatever they contain', () => {
  const values = { who: '$t(emails:code) {{board}}', board: '<b>&' }
  expect(getTexts('en').t('emails:invite.subject', values)).toBe(
    '$t(emails:code) {{board}} invited you to “<b>&”',
  )
})
