export { getChanges } from './board-of.ts'
export { space } from './handlers.ts'
export { templatePreview } from './previews.ts'
export { findTemplate } from './templates.ts'
