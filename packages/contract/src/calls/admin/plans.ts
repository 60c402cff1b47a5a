import { z } from 'zod'
import { defineCall } from '../../call.ts'
import {
  AdminPayment,
  AdminSubscription,
  getPage,
  PaymentEvent,
  PriceRow,
} from '../../entities/admin-plans.ts'
import { AdminPerson } from '../../entities/admin.ts'
import { PlanName } from '../../entities/plan.ts'
import { getList, Id, int, Time, Uid } from '../../wire.ts'
import { cursorPaging, searchKey, timeOrder } from './shared.ts'

/** Subscriptions, payments and granted plans. No call charges or refunds anyone; use the provider's dashboard. */
export const plans = {
  subscriptions: defineCall({
    method: 'GET',
    path: '/api/admin/subscription',
    summary: 'Subscriptions of all accounts',
    auth: 'administrator',
    query: () =>
      z.object({
        key: searchKey,
        state: AdminSubscription.shape.status.optional(),
        ...timeOrder,
        ...cursorPaging,
      }),
    data: () => getPage(AdminSubscription),
    custom: true,
  }),
  payments: defineCall({
    method: 'GET',
    path: '/api/admin/payment',
    summary: 'Payments of all accounts, newest first',
    auth: 'administrator',
    query: () =>
      z.object({
        key: searchKey,
        state: AdminPayment.shape.state.optional(),
        ...timeOrder,
        ...cursorPaging,
      }),
    data: () => getPage(AdminPayment),
    custom: true,
  }),
  paymentEvents: defineCall({
    method: 'GET',
    path: '/api/admin/payment/event',
    summary: 'What the payment provider reported by webhook, newest first',
    auth: 'administrator',
    query: () => z.object({ ...timeOrder, ...cursorPaging }),
    data: () => getPage(PaymentEvent),
    custom: true,
  }),
  replayEvent: defineCall({
    method: 'POST',
    path: '/api/admin/payment/event/replay',
    summary: 'Handle a webhook event again',
    auth: 'administrator',
    body: () => z.object({ id: Id }),
    codes: ['not_found'],
    custom: true,
  }),
  prices: defineCall({
    method: 'GET',
    path: '/api/admin/product',
    summary: 'The product table: plans, prices, seats and limits',
    auth: 'administrator',
    data: () => getList(PriceRow),
    custom: true,
  }),
  grantPlan: defineCall({
    method: 'POST',
    path: '/api/admin/person/plan',
    summary: 'Give an account a plan until a date, or end what was given; what it pays for stays as it is',
    auth: 'administrator',
    proved: true,
    body: () =>
      z.object({
        uid: Uid,
        plan: PlanName,
        seats: int(1, 500).default(5),
        until: Time.optional(),
      }),
    data: () => AdminPerson,
    codes: ['not_found', 'guest_not_allowed'],
    custom: true,
  }),
}
