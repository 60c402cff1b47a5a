export { HistoryView } from './history-view.tsx'
export { NewsLine } from './news-line.tsx'
