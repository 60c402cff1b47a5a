import { lazyPart } from '../../platform/lazy-part.tsx'

/** The history view, loaded when it is first opened. */
export const HistoryView = lazyPart(
  'history',
  async () => (await import('./history-view.tsx')).HistoryView,
  'board',
)
