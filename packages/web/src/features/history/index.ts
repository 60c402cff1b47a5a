export { getActionText, getNoun } from './versions/action-text.ts'
export { HistoryView } from './history-view.tsx'
export { pastReader } from './past/read-past.ts'
export { seek } from './seek.ts'
