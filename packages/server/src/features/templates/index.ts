export { changesOf } from './board-of.ts'
export { space } from './handlers.ts'
export { templatePreview } from './previews.ts'
export { findTemplate, templateLanguageOf } from './templates.ts'
