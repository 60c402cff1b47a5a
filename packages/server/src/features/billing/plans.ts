import type { PlanName } from '@tavla/contract'
import type { App } from '../../context.ts'
import type { Sql } from '../../db/database.ts'
import type { PlanGrantRow, SubscriptionRow } from '../../db/tables/payments.ts'

const DAY_MS = 86_400_000
/** Grace period for a renewal that the provider has not reported yet. */
export const RENEWAL_GRACE_MS = 3 * DAY_MS
/** The plan goes on for so long after a renewal that could not be paid. */
export const PAYMENT_GRACE_MS = 16 * DAY_MS

export type PlanState = 'active' | 'grace' | 'ended'

export interface BoughtPlan {
  readonly row: SubscriptionRow
  readonly state: PlanState
}

type Plans = Pick<App, 'payments' | 'clock'>

/** When a plan gives nothing any more. Only what was paid counts: a purchase without a payment never began. */
function getState(row: SubscriptionRow, now: number): PlanState | null {
  if (row.paid_until === null || row.status === 'incomplete') return null
  if (row.status === 'ended') return 'ended'
  if (row.status === 'past_due') return now < row.paid_until + PAYMENT_GRACE_MS ? 'grace' : 'ended'
  const late = row.renews === 1 ? RENEWAL_GRACE_MS : 0
  return now < row.paid_until + late ? 'active' : 'ended'
}

const rank: Readonly<Record<string, number>> = { pro: 1, team: 2 }

/** What an account has bought: the plan that counts now, else the one that ended last; null: nothing yet. */
export async function findBought(
  { payments, clock }: Plans,
  sql: Sql,
  uid: string,
): Promise<BoughtPlan | null> {
  if (!payments) return null
  const rows = await sql
    .selectFrom('subscriptions')
    .selectAll()
    .where('uid', '=', uid)
    .where('source', '=', payments.port.source)
    .where('paid_until', 'is not', null)
    .execute()
  const bought = rows.flatMap((row): BoughtPlan[] => {
    const state = getState(row, clock.now())
    return state === null ? [] : [{ row, state }]
  })
  const worth = ({ row, state }: BoughtPlan) => (state === 'ended' ? 0 : (rank[row.plan] ?? 0))
  const [best] = bought.toSorted(
    (a, b) => worth(b) - worth(a) || (b.row.paid_until ?? 0) - (a.row.paid_until ?? 0),
  )
  return best ?? null
}

/** What an administrator gave an account, while it lasts. */
export async function findGrant(
  { clock }: Pick<Plans, 'clock'>,
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
  /** Seats that are paid or given; null: the plan has none. */
  readonly seats: number | null
}

/** The plan that an account's limits come from: the better one of what is bought and what was given. */
export async function getPlan(app: Plans, sql: Sql, uid: string): Promise<ActivePlan> {
  const bought = await findBought(app, sql, uid)
  const grant = await findGrant(app, sql, uid)
  const plans: ActivePlan[] = grant ? [{ plan: grant.plan, seats: grant.seats }] : []
  if (bought && bought.state !== 'ended')
    plans.push({ plan: bought.row.plan === 'team' ? 'team' : 'pro', seats: bought.row.seats })
  const [best] = plans.toSorted(
    (a, b) => (rank[b.plan] ?? 0) - (rank[a.plan] ?? 0) || (b.seats ?? 0) - (a.seats ?? 0),
  )
  return best ?? { plan: 'free', seats: null }
}
