import type { Limit } from '@tavla/contract'

/** `near` from 80 % of a limit on, `full` when it is reached. */
export type LimitLevel = 'ok' | 'near' | 'full'

const nearFraction = 0.8

/** Null without a limit. */
export function getLimitLevel({ limit, used }: Limit): LimitLevel | null {
  if (limit < 0) return null
  if (used >= limit) return 'full'
  return used >= limit * nearFraction ? 'near' : 'ok'
}
