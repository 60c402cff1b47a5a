import { readFileSync } from 'node:fs'
import i18next from 'i18next'
import { getLocaleFile } from './files.ts'
import type { TextKey, TypedNamespace } from './keys.ts'
import { findLanguage, type Language, languages, reference } from './languages.ts'

/** Translations of one language for use outside the web app: emails, lists, templates, pages without a script. */
export interface Texts {
  readonly language: Language
  t(key: TextKey, values?: Readonly<Record<string, string | number>>): string
}

const namespaces = [
  'emails',
  'lists',
  'notifications',
  'pages',
  'templates',
] as const satisfies readonly TypedNamespace[]

const readTexts = (language: Language) =>
  Object.fromEntries(
    namespaces.map((name) => [name, JSON.parse(readFileSync(getLocaleFile(language, name), 'utf8'))]),
  ) as Record<TypedNamespace, Record<string, unknown>>

const texts = new Map<Language, Texts>()

/** Translations of the closest supported language; each language is loaded once. */
export function getTexts(tag: string): Texts {
  const language = findLanguage(tag)
  let known = texts.get(language)
  if (!known) texts.set(language, (known = loadTexts(language)))
  return known
}

function loadTexts(language: Language): Texts {
  const instance = i18next.createInstance()
  void instance.init({
    lng: language,
    fallbackLng: reference,
    supportedLngs: languages.map(({ id }) => id),
    ns: [...namespaces],
    resources: {
      [reference]: readTexts(reference),
      [language]: readTexts(language),
    },
    initAsync: false,
    // No escaping here: emails escape HTML themselves and also have a plain-text part.
    interpolation: { escapeValue: false },
  })
  const t = instance.getFixedT(language)
  return { language, t: (key, values) => t(key, { ...values }) }
}
