import { expect, it } from 'vitest'
import { getTexts } from './texts.ts'

it('come in the nearest language there is, in English where we have none', () => {
  const getNearest = (tag: string) => getTexts(tag).language
  expect(['sv-SE', 'de_AT', 'DE', 'fr', ''].map(getNearest)).toEqual(['sv', 'de', 'de', 'en', 'en'])
  expect(getTexts('sv-SE').t('emails:claim.button')).toBe('Logga in')
})

it('take the form of a number', () => {
  const { t } = getTexts('de')
  expect([1, 2].map((count) => t('emails:digest.daily', { count }))).toEqual([
    'Deine tägliche Tavla-Zusammenfassung: 1 Benachrichtigung',
    'Deine tägliche Tavla-Zusammenfassung: 2 Benachrichtigungen',
  ])
})

it('leave names of people as they are, whatever they look like', () => {
  const values = { who: '$t(emails:code) {{board}}', board: '<b>&' }
  expect(getTexts('en').t('emails:invite.subject', values)).toBe(
    '$t(emails:code) {{board}} invited you to “<b>&”',
  )
})
