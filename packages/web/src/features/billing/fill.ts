import type { Limit } from '@tavla/contract'

/** How full a limit is: `near` from 80 % on, `full` when nothing more fits. */
export type Fill = 'roomy' | 'near' | 'full'

const nearFraction = 0.8

/** Null: there is no limit. */
export function getFill({ limit, used }: Limit): Fill | null {
  if (limit < 0) return null
  if (used >= limit) return 'full'
  return used >= limit * nearFraction ? 'near' : 'roomy'
}
