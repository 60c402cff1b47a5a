import type { z } from 'zod'
import type { Tx } from '../../../db/database.ts'
import type { AccountRow } from '../../../db/tables/accounts.ts'
import { Refused } from '../../../refusals.ts'
import { randomId } from '../../../ports/random/values.ts'
import {
  createReset,
  enqueueNotification,
  enqueueReset,
  findAccountByEmail,
  foldEmail,
  updateAccount,
} from '../../account/index.ts'
import { createServerOrigin } from '../../audit/index.ts'
import { act, type Admin, type AdminContext, type AdminOrigin } from '../act.ts'
import { readPerson, requireAccount } from './person.ts'

/** Refuses what would leave the server without an administrator who can sign in. */
export async function keepAdministrator(
  tx: Tx,
  { uid, role, suspended_at }: Pick<AccountRow, 'uid' | 'role' | 'suspended_at'>,
): Promise<void> {
  if (role !== 'administrator' || suspended_at !== null) return
  const another = await tx
    .selectFrom('accounts')
    .select('uid')
    .where('role', '=', 'administrator')
    .where('suspended_at', 'is', null)
    .where('uid', '!=', uid)
    .limit(1)
    .executeTakeFirst()
  if (!another) throw new Refused('forbidden', { reason: 'last_administrator' })
}

/** Ends every session and credential of an account, and lets none begin. */
export async function suspend(ctx: AdminOrigin, uid: string) {
  const { app } = ctx
  await act(ctx, 'suspend', { subject: uid }, async (tx, endTrust) => {
    const account = await requireAccount(tx, uid)
    await keepAdministrator(tx, account)
    await updateAccount(tx, uid, { suspended_at: account.suspended_at ?? app.clock.now() })
    await endTrust({ event: 'account.suspended', uid })
  })
  return readPerson(app, uid)
}

export async function lift(ctx: AdminContext<'lift'>, uid: string) {
  await act(ctx, 'lift', { subject: uid }, async (tx) => {
    await requireAccount(tx, uid)
    await updateAccount(tx, uid, { suspended_at: null })
  })
  return readPerson(ctx.app, uid)
}

export async function signOutEverywhere(ctx: AdminContext<'signOutEverywhere'>, uid: string) {
  const ended = await act(ctx, 'signOutEverywhere', { subject: uid }, async (tx, endTrust) => {
    await requireAccount(tx, uid)
    return endTrust({ event: 'sessions.revoked', uid })
  })
  return { ended: ended.length }
}

/** Goes to the address that the account has; an administrator never learns the link. */
export async function sendReset(ctx: AdminContext<'sendReset'>, uid: string) {
  await act(ctx, 'sendReset', { subject: uid }, async (tx) => {
    const { email, lang } = await requireAccount(tx, uid)
    if (email === null) return ctx.refuse('not_found')
    await enqueueReset(ctx.app, tx, email, lang ?? 'en')
  })
  return {}
}

/** For the command line, whose operator may have no email set up: answers the link instead of sending it. */
export async function createResetUrl(visit: AdminOrigin, uid: string): Promise<string> {
  return act(visit, 'sendReset', { subject: uid }, async (tx) => {
    const { email } = await requireAccount(tx, uid)
    if (email === null) throw new Refused('not_found')
    return createReset(visit.app, tx, { id: randomId(visit.app.random), uid })
  })
}

/** The old address gets an email; the new one still has to be verified. */
export async function changeEmail(
  ctx: AdminContext<'changeEmail'>,
  body: z.output<Admin['changeEmail']['body']>,
) {
  const { app } = ctx
  const { uid } = body
  const email = foldEmail(body.email)
  await act(ctx, 'changeEmail', { subject: uid }, async (tx, endTrust) => {
    const account = await requireAccount(tx, uid)
    if (account.kind === 'guest') return ctx.refuse('not_found')
    const holder = await findAccountByEmail(tx, email)
    if (holder && holder.uid !== uid) return ctx.refuse('email_taken')
    if (account.email === email) return
    await updateAccount(tx, uid, { email, verified_at: null })
    await enqueueNotification(createServerOrigin(app), tx, account, { kind: 'email' })
    await endTrust({ event: 'email.changed', uid })
  })
  return readPerson(app, uid)
}

export async function setAdministrator(
  ctx: AdminOrigin,
  { uid, role }: { readonly uid: string; readonly role: AccountRow['role'] },
) {
  await act(ctx, 'setAdministrator', { subject: uid, role }, async (tx, endTrust) => {
    const account = await requireAccount(tx, uid)
    if (account.kind === 'guest') throw new Refused('guest_not_allowed', { reason: 'target' })
    if (account.role === role) return
    if (role === 'user') {
      await keepAdministrator(tx, account)
      await endTrust({ event: 'administrator.ended', uid })
    }
    await updateAccount(tx, uid, { role })
  })
  return readPerson(ctx.app, uid)
}
