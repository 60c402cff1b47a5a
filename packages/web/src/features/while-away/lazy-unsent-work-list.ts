import { lazyPart } from '../../platform/lazy-part.tsx'

/** For a board that is usually shown instead. */
export const LazyUnsentWorkList = lazyPart(
  'unsent-work',
  async () => (await import('./unsent-work-list.tsx')).UnsentWorkList,
)
