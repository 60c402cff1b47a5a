export { getActionText, getNoun } from './versions/action-text.ts'
export { HistoryView } from './lazy-history-view.ts'
export { pastReader } from './past/read-past.ts'
export { seek } from './seek.ts'
