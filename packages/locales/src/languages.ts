/**
 * The languages of Tavla, each in its own name. Everything else reads this list: adding a language is a folder beside
 * `en` and a line here.
 */
export const languages = [
  { id: 'en', name: 'English' },
  { id: 'sv', name: 'Svenska' },
  { id: 'de', name: 'Deutsch' },
] as const

export type Language = (typeof languages)[number]['id']

/** The language that is complete by definition, and the one shown where a language is not known. */
export const reference: Language = 'en'

/** The nearest of our languages: `de-AT` and `DE_at` get German, a language without a folder gets English. */
export function findLanguage(tag: string): Language {
  const main = tag.toLowerCase().split(/[-_]/)[0]
  return languages.find(({ id }) => id === main)?.id ?? reference
}
