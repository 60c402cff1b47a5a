import type { App } from '../../../context.ts'
import type { Sql } from '../../../db/database.ts'
import type { SpaceRow } from '../../../db/tables/spaces.ts'
import { Refused } from '../../../refusals.ts'
import { getTime, timeOrNull } from '../../account/index.ts'
import type { AdminContext } from '../act.ts'
import { getAdminSpaces } from './list-all-spaces.ts'

const MOST = 1_000

export async function requireSpace(sql: Sql, wid: string): Promise<SpaceRow> {
  const row = await sql.selectFrom('spaces').selectAll().where('wid', '=', wid).executeTakeFirst()
  if (!row) throw new Refused('not_found')
  return row
}

export async function readSpace({ db }: App, wid: string) {
  const [space] = await getAdminSpaces(db.sql, [await requireSpace(db.sql, wid)])
  if (!space) throw new Refused('not_found')
  return space
}

export async function showSpace({ app }: AdminContext<'space'>, wid: string) {
  const { sql } = app.db
  const { successor } = await requireSpace(sql, wid)
  const people = await sql
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.uid', 'members.uid')
    .select(['accounts.uid', 'accounts.name', 'accounts.email', 'accounts.kind'])
    .select(['members.role', 'members.active_at'])
    .where('members.wid', '=', wid)
    .orderBy('members.joined_at')
    .limit(MOST)
    .execute()
  const claim = await sql.selectFrom('claims').selectAll().where('wid', '=', wid).executeTakeFirst()
  const links = await sql
    .selectFrom('links')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('wid', '=', wid)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  const invitations = await sql
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('wid', '=', wid)
    .executeTakeFirstOrThrow()
  return {
    ...(await readSpace(app, wid)),
    people: people.map(({ active_at, ...person }) => ({ ...person, lastActiveAt: timeOrNull(active_at) })),
    successor,
    claim: claim ? { uid: claim.uid, dueAt: getTime(claim.due_at) } : null,
    links: links.count,
    invitations: invitations.count,
  }
}
