import type { z } from 'zod'
import { contains } from '../../../db/dialect.ts'
import { getTime, timeOrNull } from '../../account/index.ts'
import { products } from '../../billing/index.ts'
import { getHandling, getPlanLimits } from '../../payments/index.ts'
import type { Admin, AdminContext } from '../act.ts'
import { isNewestFirst, readPage } from '../cursor.ts'

type Query<Name extends 'subscriptions' | 'payments' | 'paymentEvents'> = z.output<Admin[Name]['query']>

/** What accounts have bought, the newest first. */
export async function listSubscriptions(
  { app }: AdminContext<'subscriptions'>,
  query: Query<'subscriptions'>,
) {
  const { key, state, after, limit } = query
  let all = app.db.sql.selectFrom('subscriptions').innerJoin('accounts', 'accounts.uid', 'subscriptions.uid')
  if (key !== '') all = all.where(contains('accounts.search_key', key))
  if (state !== undefined) all = all.where('subscriptions.status', '=', state)
  const { rows, total, next } = await readPage(
    app.db.sql,
    all.selectAll('subscriptions').select(['accounts.name', 'accounts.email']),
    { column: 'subscriptions.created_at', id: 'subscriptions.id', desc: isNewestFirst(query), after, limit },
    (row) => [row.created_at, row.id],
  )
  const list = rows.map((row) => ({
    id: row.id,
    uid: row.uid,
    name: row.name,
    email: row.email,
    plan: row.plan,
    num: row.num,
    seats: row.seats,
    price: row.price,
    currency: row.currency,
    status: row.status,
    renews: row.renews === 1,
    paidUntil: timeOrNull(row.paid_until),
    source: row.source,
    createdAt: getTime(row.created_at),
  }))
  return { list, total, next }
}

export async function listPayments({ app }: AdminContext<'payments'>, query: Query<'payments'>) {
  const { key, state, after, limit } = query
  let all = app.db.sql.selectFrom('payments').innerJoin('accounts', 'accounts.uid', 'payments.uid')
  if (key !== '') all = all.where(contains('accounts.search_key', key))
  if (state !== undefined) all = all.where('payments.state', '=', state)
  const { rows, total, next } = await readPage(
    app.db.sql,
    all.selectAll('payments').select(['accounts.name', 'accounts.email']),
    { column: 'payments.created_at', id: 'payments.id', desc: isNewestFirst(query), after, limit },
    (row) => [row.created_at, row.id],
  )
  const list = rows.map(({ created_at, ...row }) => ({ ...row, createdAt: getTime(created_at) }))
  return { list, total, next }
}

/** What the provider reported; its messages themselves are not kept. */
export async function listPaymentEvents(
  { app }: AdminContext<'paymentEvents'>,
  query: Query<'paymentEvents'>,
) {
  const { after, limit } = query
  const { sql } = app.db
  const { rows, total, next } = await readPage(
    sql,
    sql.selectFrom('payment_events').selectAll(),
    { column: 'received_at', id: 'id', desc: isNewestFirst(query), after, limit },
    (row) => [row.received_at, row.id],
  )
  const getState = await getHandling(sql, rows)
  const list = rows.map((row) => ({
    id: row.id,
    type: row.type,
    source: row.source,
    receivedAt: getTime(row.received_at),
    ...getState(row),
  }))
  return { list, total, next }
}

/** The plans with their prices, as the program states them. */
export function listPrices() {
  const free = { id: 'free', plan: 'free' as const, num: 0, price: 0, currency: 'eur', seats: null }
  const paid = products.map(({ months, ...product }) => ({ ...product, num: months }))
  const list = [free, ...paid].map((product) => ({ ...product, limits: getPlanLimits(product.plan) }))
  return { list, total: list.length }
}
