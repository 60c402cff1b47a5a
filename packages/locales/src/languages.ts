/**
 * The languages of Tavla: each one's name, and the offer to switch to it, in itself. Everything else reads this list: a new language needs a folder beside
 * `en` and a line here.
 */
export const languages = [
  { id: 'en', name: 'English', offer: 'Switch to English' },
  { id: 'sv', name: 'Svenska', offer: 'Byt till svenska' },
  { id: 'de', name: 'Deutsch', offer: 'Auf Deutsch anzeigen' },
] as const

export type Language = (typeof languages)[number]['id']

/** The complete language, used as a fallback for unknown ones. */
export const reference: Language = 'en'

/** The closest supported language: `de-AT` and `DE_at` give German, an unsupported one English. */
export function findLanguage(tag: string): Language {
  const main = tag.toLowerCase().split(/[-_]/)[0]
  return languages.find(({ id }) => id === main)?.id ?? reference
}
