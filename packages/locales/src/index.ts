export { findLanguage, languages, reference, type Language } from './languages.ts'
export type { KeyOf, TextKey } from './keys.ts'
