import { type Calls, type GivenRole, isAtLeast, canGive, type Role } from '@tavla/contract'
import type { z } from 'zod'
import type { App, Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import type { NotificationRow } from '../../../db/tables/operation.ts'
import type { AccessRequestRow } from '../../../db/tables/spaces.ts'
import { equalSecrets } from '../../../secrets.ts'
import { findAccount, getAccount } from '../../account/index.ts'
import { audit } from '../../audit/index.ts'
import { findFullSeats } from '../../billing/index.ts'
import { addNotifications, announce, enqueueLimitCheck } from '../../notifications/index.ts'
import { changingAccess } from '../../spaces/index.ts'
import { answerProof } from './access-email.ts'
import { findRequest, requestView } from './access-requests.ts'
import { givenRole } from '../policy.ts'
import { findMember, insertMember, listAdmins, getPosition } from '../rows.ts'

type DecideAccess = Calls['space']['decideAccess']

type Decision = AccessRequestRow | 'missing' | { readonly limit: number; readonly used: number }

/** Lets somebody in who asked, with a role up to one's own, or refuses. What was decided stays decided. */
export async function decideAccess(ctx: Context<DecideAccess>, body: z.output<DecideAccess['body']>) {
  const { app, actor, space } = ctx
  const { uid, role, proof } = body
  if (role !== null && !canGive(space.role, role)) return ctx.refuse('forbidden')
  const notices: NotificationRow[] = []
  const decided = await changingAccess(app, space.wid, async (tx): Promise<Decision> => {
    notices.length = 0
    const row = await findRequest(tx, space.wid, uid)
    const account = await findAccount(tx, uid)
    if (!row || row.state === 'withdrawn' || !account) return 'missing'
    if (proof !== undefined && !equalSecrets(proof, answerProof(app, row, actor.uid))) return 'missing'
    if (row.state !== 'waiting') return row
    const state = role === null ? ('refused' as const) : ('granted' as const)
    const given = role === null ? null : givenRole(role, space.role, account.kind)
    const member = await findMember(tx, space.wid, uid)
    if (given !== null && !member) {
      const full = await findFullSeats(app, tx, space.wid, { count: 1, uid })
      if (full) return full
      await insertMember(app, tx, { wid: space.wid, uid, role: given, via: 'request' })
      await enqueueLimitCheck(app, tx, { wid: space.wid, of: 'members' })
      await audit(ctx, tx, {
        event: 'member.joined',
        subject: uid,
        wid: space.wid,
        role: given,
        via: 'request',
      })
    }
    if (given !== null && member && !isAtLeast(member.role, given)) {
      await raise(tx, space.wid, uid, given)
      const change = { from: member.role, to: given }
      await audit(ctx, tx, { event: 'role.changed', subject: uid, wid: space.wid, ...change })
    }
    const after = { ...row, state, decided_at: app.clock.now(), role: given ?? row.role }
    await tx
      .updateTable('access_requests')
      .set(after)
      .where('wid', '=', space.wid)
      .where('uid', '=', uid)
      .execute()
    notices.push(
      ...(await announceAnswer(app, tx, { decider: actor.uid, before: member?.role ?? null }, after)),
    )
    return after
  })
  if (decided === 'missing') return ctx.refuse('not_found')
  if ('limit' in decided) return ctx.refuse('limit_reached', decided)
  await announce(app, notices)
  return requestView(decided, await getAccount(app.db.sql, uid))
}

async function raise(tx: Tx, wid: string, uid: string, role: GivenRole): Promise<void> {
  await tx.updateTable('members').set({ role }).where('wid', '=', wid).where('uid', '=', uid).execute()
}

interface Answered {
  readonly decider: string
  /** The role until now; null: they were no member. */
  readonly before: Role | null
}

/** Anyone who asked gets the answer; owner and admins are notified of the change. */
async function announceAnswer(
  app: App,
  tx: Tx,
  { decider, before }: Answered,
  { wid, uid, state, role }: AccessRequestRow,
): Promise<NotificationRow[]> {
  const place = await getPosition(tx, wid)
  const granted = state === 'granted'
  const answer = { type: 1008, user: decider, data: { granted, role: granted ? role : null } } as const
  const announced = await addNotifications(app, tx, place, [uid], answer)
  if (!granted || (before !== null && isAtLeast(before, role))) return announced
  const others = (await listAdmins(tx, wid)).filter((reader) => reader !== decider && reader !== uid)
  const change =
    before === null
      ? ({ type: 1001, user: uid } as const)
      : ({ type: 1003, modifier: decider, modified_user: uid, from_role: before, to_role: role } as const)
  return [...announced, ...(await addNotifications(app, tx, place, others, change))]
}
