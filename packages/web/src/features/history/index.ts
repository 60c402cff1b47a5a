export { getActionText, getNoun } from './act-words.ts'
export { HistoryView } from './history-view.tsx'
export { pastReader } from './read-past.ts'
export { seek } from './travel.ts'
