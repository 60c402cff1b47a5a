export { findLanguage, languages, reference, type Language } from './languages.ts'
export type { NamespaceKey, ShellText, TextKey } from './keys.ts'
