import { lazyCode } from '../../../platform/chunks/lazy-code.ts'
import { lazyElement } from '../../../platform/chunks/lazy-element.tsx'

/** Both are shown while files are sent or read; preloaded by the board, since files can be added offline. */
export const transfers = lazyCode('transfers', async () => (await import('./transfers.tsx')).Transfers)
export const progressLine = lazyCode(
  'progress',
  async () => (await import('../files/progress-line.tsx')).ProgressLine,
)

export const Transfers = lazyElement(transfers)
export const ProgressLine = lazyElement(progressLine)
