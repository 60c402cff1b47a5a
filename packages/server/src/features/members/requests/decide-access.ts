import { type Calls, type GivenRole, isAtLeast, canGrantRole, type Role } from '@tavla/contract'
import type { z } from 'zod'
import type { App, Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import type { NotificationRow } from '../../../db/tables/operation.ts'
import type { AccessRequestRow } from '../../../db/tables/spaces.ts'
import { equalSecrets } from '../../../secrets.ts'
import { findAccount, getAccount } from '../../account/index.ts'
import { audit, type RequestOrigin } from '../../audit/index.ts'
import { findExceededMemberLimit, type LimitUsage } from '../../billing/index.ts'
import { addNotifications, announce, enqueueLimitCheck } from '../../notifications/index.ts'
import { withAccessChange } from '../../spaces/index.ts'
import { answerProof } from './access-email.ts'
import { findRequest, requestView } from './access-requests.ts'
import { givenRole } from '../policy.ts'
import { findMember, insertMember, listAdmins, getPosition } from '../rows.ts'

type DecideAccess = Calls['space']['decideAccess']

type Decision = AccessRequestRow | 'missing' | LimitUsage

/** Grants a request with a role up to the caller's own, or refuses it. A decision is final. */
export async function decideAccess(ctx: Context<DecideAccess>, body: z.output<DecideAccess['body']>) {
  const { app, actor, space } = ctx
  const { uid, role, proof } = body
  if (role !== null && !canGrantRole(space.role, role)) return ctx.refuse('forbidden')
  const notifications: NotificationRow[] = []
  const decided = await withAccessChange(app, space.wid, async (tx): Promise<Decision> => {
    notifications.length = 0
    const row = await findRequest(tx, space.wid, uid)
    const account = await findAccount(tx, uid)
    if (!row || row.state === 'withdrawn' || !account) return 'missing'
    if (proof !== undefined && !equalSecrets(proof, answerProof(app, row, actor.uid))) return 'missing'
    if (row.state !== 'waiting') return row
    const request = { visit: ctx, decider: actor.uid, row }
    const answered =
      role === null
        ? await answerRequest(tx, request, { state: 'refused', role: row.role, before: null })
        : await grantRequest(tx, request, givenRole(role, space.role, account.kind))
    if ('limit' in answered) return answered
    notifications.push(...answered.notifications)
    return answered.row
  })
  if (decided === 'missing') return ctx.refuse('not_found')
  if ('limit' in decided) return ctx.refuse('limit_reached', { ...decided })
  await announce(app, notifications)
  return requestView(decided, await getAccount(app.db.sql, uid))
}

export interface RequestToAnswer {
  readonly visit: RequestOrigin
  readonly decider: string
  readonly row: AccessRequestRow
}

interface AnsweredRequest {
  readonly row: AccessRequestRow
  readonly notifications: NotificationRow[]
}

/** Adds the member or raises their role; or returns the limit that is reached. */
export async function grantRequest(
  tx: Tx,
  request: RequestToAnswer,
  given: GivenRole,
): Promise<AnsweredRequest | LimitUsage> {
  const { visit, row } = request
  const { app } = visit
  const { wid, uid } = row
  const member = await findMember(tx, wid, uid)
  if (!member) {
    const full = await findExceededMemberLimit(app, tx, wid, { count: 1, uid })
    if (full) return full
    await insertMember(app, tx, { wid, uid, role: given, via: 'request' })
    await enqueueLimitCheck(app, tx, { wid, of: 'members' })
    await audit(visit, tx, { event: 'member.joined', subject: uid, wid, role: given, via: 'request' })
  } else if (!isAtLeast(member.role, given)) {
    await tx
      .updateTable('members')
      .set({ role: given })
      .where('wid', '=', wid)
      .where('uid', '=', uid)
      .execute()
    await audit(visit, tx, { event: 'role.changed', subject: uid, wid, from: member.role, to: given })
  }
  return answerRequest(tx, request, { state: 'granted', role: given, before: member?.role ?? null })
}

async function answerRequest(
  tx: Tx,
  { visit: { app }, decider, row }: RequestToAnswer,
  { before, ...answer }: Pick<AccessRequestRow, 'state' | 'role'> & Pick<Answered, 'before'>,
): Promise<AnsweredRequest> {
  const after = { ...row, ...answer, decided_at: app.clock.now() }
  await tx
    .updateTable('access_requests')
    .set(after)
    .where('wid', '=', row.wid)
    .where('uid', '=', row.uid)
    .execute()
  return { row: after, notifications: await announceAnswer(app, tx, { decider, before }, after) }
}

interface Answered {
  readonly decider: string
  /** The previous role; null: not a member. */
  readonly before: Role | null
}

/** Notifies the requester of the answer, and owner and admins of the change. */
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
