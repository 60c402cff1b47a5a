import type { Calls, Limits, Product, Subscription, Vip } from '@tavla/contract'
import { planLimits } from '@tavla/contract'
import type { z } from 'zod'
import type { App, Context } from '../../context.ts'
import { getTime, timeOrNull } from '../account/index.ts'
import type { PlanGrantRow } from '../../db/tables/payments.ts'
import {
  type PurchasedPlan,
  findPurchasedPlan,
  findGrant,
  getLimits,
  getPlan,
  listSeatHolders,
  products,
} from '../billing/index.ts'
import { getShop } from './purchase.ts'

type SubscriptionView = z.input<typeof Subscription>

/** Feature keys of each plan; the client translates them. */
const features = {
  free: [],
  pro: ['boards', 'members', 'storage', 'voice', 'history'],
  team: ['boards', 'members', 'storage', 'voice', 'history'],
} as const

export function getPlanLimits(plan: keyof typeof planLimits): z.input<typeof Limits> {
  const limits = planLimits[plan]
  const unused = (limit: number) => ({ limit, used: 0 })
  return {
    spaces: unused(limits.spaces),
    members: unused(limits.members),
    storage: unused(limits.storageBytes),
    file: unused(limits.fileBytes),
    voice: unused(limits.voiceSecondsPerMonth),
    history: unused(limits.historyDays),
  }
}

export function listProducts(ctx: Pick<Context, 'app' | 'fromHere'>, plan: string) {
  if (!getShop(ctx)) return { list: [], total: 0 }
  const list = products
    .filter((product) => product.plan === plan)
    .map(({ id, months, price, currency, seats, plan: name }): z.input<typeof Product> => ({
      id,
      plan: name,
      num: months,
      price,
      currency,
      interval: months === 12 ? 'year' : 'month',
      seats,
      limits: getPlanLimits(name),
      features: [...features[name]],
    }))
  return { list, total: list.length }
}

/** The caller's subscription; without one, the free plan. */
export async function getSubscriptionView(app: App, uid: string): Promise<SubscriptionView> {
  const { sql } = app.db
  const [purchased, credit, grant, holders] = await Promise.all([
    findPurchasedPlan(app, sql, uid),
    getCredit(app, uid),
    findGrant(app, sql, uid),
    listSeatHolders(sql, uid),
  ])
  const granted = getGrant(grant)
  if (!purchased) return { ...FREE, seats: { paid: 0, used: holders.size }, credit, granted }
  return { ...toView(purchased, { used: holders.size, credit }), credit, granted }
}

/** Credit of a downgrade, which the next invoices use up first. */
async function getCredit({ db, payments }: App, uid: string): Promise<number> {
  if (!payments) return 0
  const row = await db.sql
    .selectFrom('customers')
    .select('credit')
    .where('uid', '=', uid)
    .where('source', '=', payments.port.source)
    .executeTakeFirst()
  return row?.credit ?? 0
}

/** A granted plan as the API returns it. */
export const getGrant = (grant: PlanGrantRow | null) =>
  grant && { plan: grant.plan, seats: grant.seats, until: getTime(grant.ends_at) }

const FREE = {
  plan: 'free',
  num: 0,
  price: 0,
  currency: 'eur',
  expireTime: null,
  autoRenew: false,
  state: 'none',
  next: null,
} as const

function toView(
  { row, state }: PurchasedPlan,
  { used, credit }: { readonly used: number; readonly credit: number },
): Omit<SubscriptionView, 'granted' | 'credit'> {
  const total = row.price * row.seats
  const end = row.paid_until
  const renews = row.renews === 1 && state !== 'ended'
  return {
    plan: state === 'ended' ? 'free' : row.plan === 'team' ? 'team' : 'pro',
    num: state === 'ended' ? 0 : row.num,
    seats: { paid: state === 'ended' ? 0 : row.seats, used },
    price: state === 'ended' ? 0 : total,
    currency: row.currency,
    expireTime: timeOrNull(end),
    autoRenew: renews,
    state,
    next: renews && end !== null ? { amount: Math.max(0, total - credit), at: getTime(end) } : null,
  }
}

/** The plan's state as the session stores it; spec §3. */
export async function getVip({ app, actor }: Context<Calls['user']['vip']>): Promise<z.input<typeof Vip>> {
  const { sql } = app.db
  const purchased = await findPurchasedPlan(app, sql, actor.uid)
  const grant = await findGrant(app, sql, actor.uid)
  const freeLimit = await getLimits(app, actor.uid, null)
  const none = { expireTime: null, remainTime: null, autoRenew: false }
  const isPaid = purchased !== null && purchased.state !== 'ended'
  // A granted plan counts where no higher one is paid.
  if (grant && (!isPaid || purchased.row.plan !== (await getPlan(app, sql, actor.uid)).plan))
    return {
      userStatus: 'paid',
      sub_type: grant.plan,
      expireTime: getTime(grant.ends_at),
      remainTime: Math.floor((grant.ends_at - app.clock.now()) / 1_000),
      freeLimit,
      autoRenew: false,
    }
  if (!isPaid) {
    const userStatus = actor.kind === 'guest' ? 'guest' : purchased ? 'ended' : 'free'
    return {
      userStatus,
      sub_type: 'free',
      ...none,
      expireTime: timeOrNull(purchased?.row.paid_until ?? null),
      freeLimit,
    }
  }
  const { row, state } = purchased
  const left = (row.paid_until ?? 0) - app.clock.now()
  return {
    userStatus: state === 'grace' ? 'grace' : 'paid',
    sub_type: row.plan === 'team' ? 'team' : 'pro',
    expireTime: timeOrNull(row.paid_until),
    remainTime: Math.max(0, Math.floor(left / 1_000)),
    freeLimit,
    autoRenew: row.renews === 1,
  }
}
