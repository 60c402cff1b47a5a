import type { z } from 'zod'
import { invalid } from '../../../refusals.ts'
import { replayEvent as replay } from '../../payments/index.ts'
import { act, type Admin, type AdminContext } from '../act.ts'
import { readPerson, requireAccount } from '../people/person.ts'

/** Gives a plan, or ends what was given. What the account pays for itself is not touched. */
export async function grantPlan(
  ctx: AdminContext<'grantPlan'>,
  { uid, plan, seats, until }: z.output<Admin['grantPlan']['body']>,
) {
  const { app } = ctx
  const now = app.clock.now()
  const ends_at = until === undefined ? 0 : Date.parse(until)
  if (plan !== 'free' && ends_at <= now) throw invalid({ until: 'is not in the future' })
  const details = plan === 'free' ? {} : { seats, until: ends_at }
  await act(ctx, 'grantPlan', { subject: uid, plan, ...details }, async (tx) => {
    const account = await requireAccount(tx, uid)
    if (account.kind === 'guest') return ctx.refuse('guest_not_allowed', { reason: 'target' })
    if (plan === 'free') return void (await tx.deleteFrom('plan_grants').where('uid', '=', uid).execute())
    const row = { uid, plan, seats, ends_at, created_at: now }
    await tx
      .insertInto('plan_grants')
      .values(row)
      .onConflict((conflict) => conflict.column('uid').doUpdateSet(row))
      .execute()
  })
  return readPerson(app, uid)
}

export async function replayEvent(ctx: AdminContext<'replayEvent'>, id: string) {
  await act(ctx, 'replayEvent', { item: id }, async (tx) => {
    if (!(await replay(ctx.app, tx, id))) return ctx.refuse('not_found')
  })
  return {}
}
