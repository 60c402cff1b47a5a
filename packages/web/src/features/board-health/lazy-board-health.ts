import { lazyPart } from '../../platform/lazy-part.tsx'

/** The dialog, loaded when it is first opened. */
export const BoardHealth = lazyPart(
  'board-health',
  async () => (await import('./board-health.tsx')).BoardHealth,
  'board',
)
