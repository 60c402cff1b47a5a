export { getActionText, getNoun } from './versions/action-text.ts'
export { HistoryView } from './lazy-history-view.ts'
export { createHistoryReader } from './past/history-reader.ts'
export { seek } from './seek.ts'
