import type { Vip } from '@tavla/contract'

const daySeconds = 24 * 60 * 60

interface PlanFacts extends Pick<Vip, 'sub_type' | 'autoRenew' | 'expireTime' | 'remainTime'> {
  readonly userStatus: Vip['userStatus'] | null
}

/** Whether a plan renews, ends or is overdue. Remaining days are given only for plans that end. */
export type PlanTime =
  | { readonly kind: 'renews'; readonly at: string }
  | { readonly kind: 'ends'; readonly at: string; readonly days: number }
  | { readonly kind: 'overdue' }

/** Null for the free plan. */
export function getPlanTime(plan: PlanFacts): PlanTime | null {
  const { sub_type, userStatus, autoRenew, expireTime, remainTime } = plan
  if (sub_type === 'free' || expireTime === null || remainTime === null) return null
  if (userStatus === 'grace') return { kind: 'overdue' }
  if (autoRenew) return { kind: 'renews', at: expireTime }
  return { kind: 'ends', at: expireTime, days: Math.max(0, Math.ceil(remainTime / daySeconds)) }
}
