export { findLanguage, languages, reference, type Language } from './languages.ts'
