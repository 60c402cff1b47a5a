export { findLanguage, languages, reference, type Language } from './languages.ts'
export type { KeyOf, ShellText, TextKey } from './keys.ts'
