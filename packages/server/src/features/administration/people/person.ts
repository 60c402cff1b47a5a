import { Refused } from '../../../refusals.ts'
import type { App } from '../../../context.ts'
import type { Sql } from '../../../db/database.ts'
import type { AccountRow } from '../../../db/tables/accounts.ts'
import { findAccount, getProviders, getTime, hasSecondFactor } from '../../account/index.ts'
import { accountMark, getDevice } from '../../audit/index.ts'
import { findGrant, getLimits, getPlan } from '../../billing/index.ts'
import { getGrant } from '../../payments/index.ts'
import type { AdminContext } from '../act.ts'
import { getAdminPerson } from './person-view.ts'

const MOST = 500

export async function requireAccount(sql: Sql, uid: string): Promise<AccountRow> {
  const account = await findAccount(sql, uid)
  if (!account) throw new Refused('not_found')
  return account
}

export const readPerson = async ({ db }: App, uid: string) =>
  getAdminPerson(await requireAccount(db.sql, uid))

export async function showPerson({ app }: AdminContext<'person'>, uid: string) {
  const { sql } = app.db
  const account = await requireAccount(sql, uid)
  return {
    ...getAdminPerson(account),
    lang: account.lang,
    providers: await getProviders(sql, uid),
    hasPassword: account.password !== null,
    secondFactor: await hasSecondFactor(sql, uid),
    plan: (await getPlan(app, sql, uid)).plan,
    grant: getGrant(await findGrant(app, sql, uid)),
    limits: await getLimits(app, uid, null),
    sessions: await listSessions(app, uid),
    spaces: await listSpaces(sql, uid),
    mark: accountMark(app, uid),
  }
}

async function listSessions({ db, clock }: App, uid: string) {
  const rows = await db.sql
    .selectFrom('sessions')
    .select(['id', 'kind', 'agent', 'created_at', 'active_at'])
    .where('uid', '=', uid)
    .where('expires_at', '>', clock.now())
    .orderBy('active_at', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(({ id, kind, agent, created_at, active_at }) => ({
    id,
    kind,
    device: getDevice(agent),
    createdAt: getTime(created_at),
    lastActiveAt: getTime(active_at),
  }))
}

async function listSpaces(sql: Sql, uid: string) {
  const rows = await sql
    .selectFrom('members')
    .innerJoin('spaces', 'spaces.wid', 'members.wid')
    .select(['spaces.wid', 'spaces.name', 'members.role', 'spaces.trashed_at'])
    .select((eb) =>
      eb
        .selectFrom('members as all')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('all.wid', '=', 'spaces.wid')
        .as('count'),
    )
    .where('members.uid', '=', uid)
    .orderBy('spaces.name_key')
    .limit(MOST)
    .execute()
  return rows.map(({ wid, name, role, trashed_at, count }) => ({
    wid,
    name,
    role,
    members: count ?? 0,
    trashed: trashed_at !== null,
  }))
}
