import type { Calls, Limits, Product, Subscription, Vip } from '@tavla/contract'
import { planLimits } from '@tavla/contract'
import type { z } from 'zod'
import type { App, Context } from '../../context.ts'
import { getTime, timeOrNull } from '../account/index.ts'
import type { PlanGrantRow } from '../../db/tables/payments.ts'
import {
  type BoughtPlan,
  findBought,
  findGrant,
  getLimits,
  getPlan,
  listSeatHolders,
  products,
} from '../billing/index.ts'
import { getShop } from './purchase.ts'

type SubscriptionView = z.input<typeof Subscription>

/** What a plan gives, by its own name for people's eyes; the words are the client's. */
const features = {
  free: [],
  pro: ['boards', 'members', 'storage', 'voice', 'history'],
  team: ['boards', 'members', 'storage', 'voice', 'history'],
} as const

export function getPlanLimits(plan: keyof typeof planLimits): z.input<typeof Limits> {
  const limits = planLimits[plan]
  const of = (limit: number) => ({ limit, used: 0 })
  return {
    spaces: of(limits.spaces),
    members: of(limits.members),
    storage: of(limits.storageBytes),
    file: of(limits.fileBytes),
    voice: of(limits.voiceSecondsPerMonth),
    history: of(limits.historyDays),
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

/** What is bought now. A person who never bought anything has the free plan. */
export async function getSubscriptionView(app: App, uid: string): Promise<SubscriptionView> {
  const { sql } = app.db
  const [bought, credit, grant, holders] = await Promise.all([
    findBought(app, sql, uid),
    getCredit(app, uid),
    findGrant(app, sql, uid),
    listSeatHolders(sql, uid),
  ])
  const granted = getGrant(grant)
  if (!bought) return { ...FREE, seats: { paid: 0, used: holders.size }, credit, granted }
  return { ...getView(bought, { used: holders.size, credit }), credit, granted }
}

/** What a smaller plan left over, and the next invoices use up first. */
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

/** What an administrator gave, as people are shown it. */
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

function getView(
  { row, state }: BoughtPlan,
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

/** The plan's state as the session keeps it; spec §3. */
export async function getVip({ app, actor }: Context<Calls['user']['vip']>): Promise<z.input<typeof Vip>> {
  const { sql } = app.db
  const bought = await findBought(app, sql, actor.uid)
  const grant = await findGrant(app, sql, actor.uid)
  const freeLimit = await getLimits(app, actor.uid, null)
  const none = { expireTime: null, remainTime: null, autoRenew: false }
  const isPaid = bought !== null && bought.state !== 'ended'
  // What was given counts where nothing is paid, or less.
  if (grant && (!isPaid || bought.row.plan !== (await getPlan(app, sql, actor.uid)).plan))
    return {
      userStatus: 'paid',
      sub_type: grant.plan,
      expireTime: getTime(grant.ends_at),
      remainTime: Math.floor((grant.ends_at - app.clock.now()) / 1_000),
      freeLimit,
      autoRenew: false,
    }
  if (!isPaid) {
    const userStatus = actor.kind === 'guest' ? 'guest' : bought ? 'ended' : 'free'
    return {
      userStatus,
      sub_type: 'free',
      ...none,
      expireTime: timeOrNull(bought?.row.paid_until ?? null),
      freeLimit,
    }
  }
  const { row, state } = bought
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
