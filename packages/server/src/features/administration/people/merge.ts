import { Refused } from '../../../refusals.ts'
import type { App } from '../../../context.ts'
import type { Sql, Tx } from '../../../db/database.ts'
import type { AccountRow } from '../../../db/tables/accounts.ts'
import { accountMark } from '../../audit/index.ts'
import { eraseMergedAccount } from '../../account-deletion/index.ts'
import { findPurchasedPlan } from '../../billing/index.ts'
import { giveSpace, mergeMember } from '../../members/index.ts'
import { raiseAccess } from '../../spaces/index.ts'
import { act, type AdminContext } from '../act.ts'
import { keepAdministrator } from './person-acts.ts'
import { readPerson, requireAccount } from './person.ts'
import { getAdminPerson } from './person-view.ts'

interface Pair {
  readonly from: string
  readonly into: string
}

/** Two different accounts, the second one full: a guest who made an account is the usual case. */
async function requirePair(sql: Sql, { from, into }: Pair) {
  const accounts = { from: await requireAccount(sql, from), into: await requireAccount(sql, into) }
  if (from === into) throw new Refused('not_found')
  if (accounts.into.kind === 'guest') throw new Refused('guest_not_allowed', { reason: 'target' })
  return accounts
}

export async function previewMerge({ app }: AdminContext<'previewMerge'>, pair: Pair) {
  const { sql } = app.db
  const accounts = await requirePair(sql, pair)
  const count = async (query: { executeTakeFirstOrThrow(): Promise<{ count: number }> }) =>
    (await query.executeTakeFirstOrThrow()).count
  const { from, into } = pair
  return {
    from: getAdminPerson(accounts.from),
    into: getAdminPerson(accounts.into),
    ownSpaces: await count(
      sql
        .selectFrom('spaces')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('owner', '=', from),
    ),
    memberships: await count(
      sql
        .selectFrom('members')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('uid', '=', from),
    ),
    shared: await count(
      sql
        .selectFrom('members')
        .innerJoin('members as other', 'other.wid', 'members.wid')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('members.uid', '=', from)
        .where('other.uid', '=', into),
    ),
    files: await count(
      sql
        .selectFrom('files')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('uid', '=', from),
    ),
    boards: await count(
      sql
        .selectFrom('authors')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('uid', '=', from),
    ),
    providers: (await listMovable(sql, pair)).length,
  }
}

/** Ways to sign in that the other account has none of, one of each provider. */
async function listMovable(sql: Sql, { from, into }: Pair) {
  const taken = await sql.selectFrom('identities').select('provider').where('uid', '=', into).execute()
  const own = await sql.selectFrom('identities').selectAll().where('uid', '=', from).execute()
  return own.filter(({ provider }) => !taken.some((other) => other.provider === provider))
}

/** Spaces, memberships, files, work and ways to sign in go to the second account; the first one ends with its sessions. */
export async function merge(ctx: AdminContext<'merge'>, pair: Pair) {
  const { app } = ctx
  const { from, into } = pair
  const wids = await act(
    ctx,
    'merge',
    { subject: from, into: accountMark(app, into) },
    async (tx, endTrust) => {
      const accounts = await requirePair(tx, pair)
      await keepAdministrator(tx, accounts.from)
      // Nobody but its owner ends what somebody pays.
      const bought = await findPurchasedPlan(app, tx, from)
      if (bought && bought.state !== 'ended') throw new Refused('forbidden', { reason: 'paid_plan' })
      await moveFolders(tx, pair)
      const moved = await moveSpaces(app, tx, pair)
      await moveTraces(tx, pair)
      await moveIdentities(tx, pair)
      await moveGrant(tx, pair)
      await completeProfile(tx, accounts)
      await eraseMergedAccount({ visit: ctx, tx, endTrust }, from, into)
      return moved
    },
  )
  for (const wid of wids) app.push.accessChanged(wid)
  return readPerson(app, into)
}

const moveFolders = (tx: Tx, { from, into }: Pair) =>
  tx.updateTable('folders').set({ uid: into }).where('uid', '=', from).execute()

async function moveSpaces(app: App, tx: Tx, { from, into }: Pair): Promise<string[]> {
  const own = await tx.selectFrom('spaces').select('wid').where('owner', '=', from).execute()
  const all = await tx.selectFrom('members').select('wid').where('uid', '=', from).execute()
  for (const { wid } of all) await mergeMember(app, tx, wid, from, into)
  for (const { wid } of own) await giveSpace(app, tx, wid, into)
  const wids = [...new Set([...own, ...all].map(({ wid }) => wid))]
  for (const wid of wids) await raiseAccess(tx, wid)
  return wids
}

/** What names the account elsewhere; what would end with it is kept for the other one. */
async function moveTraces(tx: Tx, { from, into }: Pair): Promise<void> {
  await tx.updateTable('spaces').set({ successor: into }).where('successor', '=', from).execute()
  await tx.updateTable('links').set({ maker: into }).where('maker', '=', from).execute()
  await tx.updateTable('invitations').set({ inviter: into }).where('inviter', '=', from).execute()
  await tx.updateTable('claims').set({ uid: into }).where('uid', '=', from).execute()
  await tx.updateTable('files').set({ uid: into }).where('uid', '=', from).execute()
  await tx.updateTable('notices').set({ uid: into }).where('uid', '=', from).execute()
  await tx.updateTable('feedback').set({ uid: into }).where('uid', '=', from).execute()
  await tx.updateTable('reports').set({ uid: into }).where('uid', '=', from).execute()
}

async function moveIdentities(tx: Tx, pair: Pair): Promise<void> {
  for (const { issuer, subject } of await listMovable(tx, pair))
    await tx
      .updateTable('identities')
      .set({ uid: pair.into })
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .execute()
}

/** A plan that was given stays with the person, unless the other account was given one itself. */
async function moveGrant(tx: Tx, { from, into }: Pair): Promise<void> {
  const stored = await tx.selectFrom('plan_grants').select('uid').where('uid', '=', into).executeTakeFirst()
  if (!stored) await tx.updateTable('plan_grants').set({ uid: into }).where('uid', '=', from).execute()
}

/** What only the account that ends had. */
async function completeProfile(
  tx: Tx,
  { from, into }: { readonly from: AccountRow; readonly into: AccountRow },
): Promise<void> {
  const created_at = Math.min(from.created_at, into.created_at)
  await tx.updateTable('accounts').set({ created_at }).where('uid', '=', into.uid).execute()
}
