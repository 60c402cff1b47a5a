import type { PlanName } from '@tavla/contract'
import type { App } from '../../context.ts'
import type { Sql } from '../../db/database.ts'
import type { PlanGrantRow, SubscriptionRow } from '../../db/tables/payments.ts'

const DAY_MS = 86_400_000
/** Grace period for a renewal that the provider has not reported yet. */
export const RENEWAL_GRACE_MS = 3 * DAY_MS
/** Grace period after a renewal payment has failed. */
export const PAYMENT_GRACE_MS = 16 * DAY_MS

export type PlanState = 'active' | 'grace' | 'ended'

export interface PurchasedPlan {
  readonly row: SubscriptionRow
  readonly state: PlanState
}

type PlanContext = Pick<App, 'payments' | 'clock'>

/** Null for a purchase that was never paid: it gives no plan. */
function getState(row: SubscriptionRow, now: number): PlanState | null {
  if (row.paid_until === null || row.status === 'incomplete') return null
  if (row.status === 'ended') return 'ended'
  if (row.status === 'past_due') return now < row.paid_until + PAYMENT_GRACE_MS ? 'grace' : 'ended'
  const late = row.renews === 1 ? RENEWAL_GRACE_MS : 0
  return now < row.paid_until + late ? 'active' : 'ended'
}

const rank: Readonly<Record<string, number>> = { pro: 1, team: 2 }

/** The plan that an account has bought: the active one, else the one that ended last; null if there was never one. */
export async function findPurchasedPlan(
  { payments, clock }: PlanContext,
  sql: Sql,
  uid: string,
): Promise<PurchasedPlan | null> {
  if (!payments) return null
  const rows = await sql
    .selectFrom('subscriptions')
    .selectAll()
    .where('uid', '=', uid)
    .where('source', '=', payments.port.source)
    .where('paid_until', 'is not', null)
    .execute()
  const bought = rows.flatMap((row): PurchasedPlan[] => {
    const state = getState(row, clock.now())
    return state === null ? [] : [{ row, state }]
  })
  const getRank = ({ row, state }: PurchasedPlan) => (state === 'ended' ? 0 : (rank[row.plan] ?? 0))
  const [best] = bought.toSorted(
    (a, b) => getRank(b) - getRank(a) || (b.row.paid_until ?? 0) - (a.row.paid_until ?? 0),
  )
  return best ?? null
}

/** The plan that an administrator has granted, until it expires. */
export async function findGrant(
  { clock }: Pick<PlanContext, 'clock'>,
  sql: Sql,
  uid: string,
): Promise<PlanGrantRow | null> {
  const row = await sql
    .selectFrom('plan_grants')
    .selectAll()
    .where('uid', '=', uid)
    .where('ends_at', '>', clock.now())
    .executeTakeFirst()
  return row ?? null
}

export interface ActivePlan {
  readonly plan: PlanName
  /** Paid or granted seats; null for a plan without seats. */
  readonly seats: number | null
}

/** The plan that sets an account's limits: the higher of the bought and the granted one. */
export async function getPlan(app: PlanContext, sql: Sql, uid: string): Promise<ActivePlan> {
  const bought = await findPurchasedPlan(app, sql, uid)
  const grant = await findGrant(app, sql, uid)
  const plans: ActivePlan[] = grant ? [{ plan: grant.plan, seats: grant.seats }] : []
  if (bought && bought.state !== 'ended')
    plans.push({ plan: bought.row.plan === 'team' ? 'team' : 'pro', seats: bought.row.seats })
  const [best] = plans.toSorted(
    (a, b) => (rank[b.plan] ?? 0) - (rank[a.plan] ?? 0) || (b.seats ?? 0) - (a.seats ?? 0),
  )
  return best ?? { plan: 'free', seats: null }
}
