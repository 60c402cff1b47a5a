import { lazyCode } from '../../../platform/chunks/lazy-code.ts'
import { lazyElement } from '../../../platform/chunks/lazy-element.tsx'

/** Others' additions are announced two seconds after they arrive at the earliest. */
export const AdditionAnnouncer = lazyElement(
  lazyCode('additions', async () => (await import('./addition-announcer.tsx')).AdditionAnnouncer),
)
