import { translationLoading } from '@tavla/contract'
import { findLanguage, languages, reference } from '@tavla/locales'
import i18next from 'i18next'
import type { InitOptions } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { RefusalFacts } from './network/refusal-facts.ts'
import type { RefusalAction } from './network/refusals.ts'
import { createTextsBackend } from './network/texts-backend.ts'
import { commonTexts } from './screen-texts.ts'
import { storage } from './storage.ts'
import { keys } from './storage-keys.ts'

/** The chosen language; English by default, whatever the browser's language (spec §1). */
export function getLanguage(): string {
  const stored = storage.read(keys.language)
  return languages.find(({ id }) => id === stored)?.id ?? reference
}

/** The browser's language if it is supported, not the current one, and no language was chosen yet. */
export function getOfferedLanguage(current: string): (typeof languages)[number] | undefined {
  if (storage.read(keys.language) !== null) return undefined
  const [preferred = reference] = navigator.languages
  const language = findLanguage(preferred)
  return language === current ? undefined : languages.find(({ id }) => id === language)
}

/** Translations come in files by subject; the constants are those of spec §9. */
export function createI18nOptions(chosen: string): InitOptions {
  return {
    lng: chosen,
    fallbackLng: reference,
    supportedLngs: languages.map(({ id }) => id),
    ns: [...commonTexts],
    defaultNS: 'common',
    maxRetries: translationLoading.retries,
    retryTimeout: translationLoading.firstDelayMs,
    maxParallelReads: translationLoading.maxParallel,
    // React escapes all text.
    interpolation: { escapeValue: false },
    react: { useSuspense: true },
  }
}

/** The translations of a screen could not be loaded, neither in the chosen language nor in English. */
export class MissingTextsError extends Error {
  constructor(namespaces: readonly string[]) {
    super(`Loading texts ${namespaces.join(', ')} failed`)
    this.name = 'MissingTextsError'
  }
}

/** Loads namespaces; rejects if one could be loaded neither in the chosen language nor in English. */
export async function loadTexts(...namespaces: string[]): Promise<void> {
  await i18next.loadNamespaces(namespaces)
  checkTexts(namespaces)
}

function checkTexts(namespaces: readonly string[]): void {
  const missing = namespaces.filter(
    (namespace) => !i18next.languages.some((language) => i18next.hasResourceBundle(language, namespace)),
  )
  if (missing.length > 0) throw new MissingTextsError(missing)
}

/**
 * Rejects if the translations that every screen needs cannot be loaded. Those of the first screen (`namespaces`)
 * are requested with them.
 */
export async function startI18n(namespaces: readonly string[]): Promise<void> {
  i18next.on('languageChanged', (chosen) => {
    document.documentElement.lang = chosen
  })
  const options = createI18nOptions(getLanguage())
  await i18next
    .use(createTextsBackend())
    .use(initReactI18next)
    .init({ ...options, ns: [...commonTexts, ...namespaces] })
  checkTexts(commonTexts)
  storage.onChange(keys.language, () => void i18next.changeLanguage(getLanguage()))
}

export async function chooseLanguage(chosen: string): Promise<void> {
  storage.write(keys.language, chosen)
  await i18next.changeLanguage(chosen)
}

/** Label of the action in the toast of a refusal. */
export const getActionLabel = (to: RefusalAction['to']): string =>
  i18next.t(to === 'plans' ? 'limits.plans' : 'account.upgrade')

/** The message of a refusal: by its reason if there is one, else by its code. */
export function getRefusalText(code: number, data: unknown): string {
  const { reason, retryAfter, limit, used } = RefusalFacts.parse(data)
  const names = [`errors:${code}`, 'errors:unknown']
  if (limit !== null && used !== null) names.unshift(`errors:${code}.numbers`)
  if (retryAfter !== null) names.unshift(`errors:${code}.wait`)
  if (reason !== null) names.unshift(`errors:${code}.${reason}`)
  return i18next.t(names, { count: Math.max(1, Math.ceil((retryAfter ?? 0) / 60)), code, limit, used })
}
