/** A letter without its address. */
export interface Letter {
  readonly subject: string
  readonly text: string
}

const languages = ['en', 'de', 'sv'] as const

/** Languages that letters are written in. */
export type LetterLanguage = (typeof languages)[number]

/** The nearest of our languages: `de-AT` gets German, what we do not speak gets English. */
export function letterLanguage(tag: string): LetterLanguage {
  const main = tag.toLowerCase().split(/[-_]/)[0]
  return languages.find((language) => language === main) ?? 'en'
}

/** Text from a person inside a letter: one line, so that it cannot pretend to be more of the letter. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

export const signed = (...paragraphs: readonly string[]): string => [...paragraphs, '— Tavla'].join('\n\n')
