import { notificationTypes } from '@tavla/contract'
import { z } from 'zod'
import type { App } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { enqueue } from '../../db/jobs.ts'
import type { Job } from '../../jobs/worker.ts'
import { addNotifications, announce } from '../notifications/index.ts'
import { findCurrentCustomer, noBoard } from './sync.ts'

const ANNOUNCED_BEFORE_MS = 3 * 86_400_000

/** Notifies owners three days before a cancelled plan ends, once per end date. */
export async function announceEndingPlans(app: App): Promise<void> {
  if (!app.payments) return
  const now = app.clock.now()
  const { source } = app.payments.port
  const ending = await app.db.sql
    .selectFrom('subscriptions')
    .select(['id', 'uid', 'plan', 'paid_until'])
    .where('source', '=', source)
    .where('status', '=', 'active')
    .where('renews', '=', 0)
    .where('paid_until', '>', now)
    .where('paid_until', '<=', now + ANNOUNCED_BEFORE_MS)
    .where((eb) =>
      eb.or([eb('end_announced_for', 'is', null), eb('end_announced_for', '!=', eb.ref('paid_until'))]),
    )
    .limit(500)
    .execute()
  for (const { id, uid, plan, paid_until } of ending) {
    const rows = await app.db.transaction(async (tx) => {
      const first = await tx
        .updateTable('subscriptions')
        .set({ end_announced_for: paid_until })
        .where('id', '=', id)
        .where('renews', '=', 0)
        .where((eb) =>
          eb.or([eb('end_announced_for', 'is', null), eb('end_announced_for', '!=', paid_until)]),
        )
        .returning('id')
        .executeTakeFirst()
      if (!first) return []
      return addNotifications(app, tx, noBoard, [uid], {
        type: notificationTypes.paymentTrouble,
        user: null,
        data: { reason: 'ends', plan },
      })
    })
    await announce(app, rows)
  }
}

const REMOVE_JOB = 'payments.remove-customer'

/** Part of deleting an account: the plan ends and the provider deletes the customer. */
export async function enqueueCustomerRemoval(app: App, tx: Tx, uid: string): Promise<void> {
  const customer = await findCurrentCustomer(app, tx, uid)
  if (customer === null) return
  const runAt = app.clock.now()
  await enqueue(tx, app.random, {
    kind: REMOVE_JOB,
    key: `${REMOVE_JOB}:${customer}`,
    payload: { customer },
    runAt,
  })
}

const Removal = z.object({ customer: z.string() })

const removeCustomer: Job = async (app, payload) => {
  await app.payments?.port.removeCustomer(Removal.parse(payload).customer)
}

export const removalJobs = { [REMOVE_JOB]: removeCustomer }
