export { actWords, nounOf } from './act-words.ts'
export { HistoryView } from './history-view.tsx'
export { pastReader } from './read-past.ts'
export { travel } from './travel.ts'
