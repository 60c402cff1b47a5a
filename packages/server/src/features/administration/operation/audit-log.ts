import type { z } from 'zod'
import type { App } from '../../../context.ts'
import { findAccount, findAccountByEmail, foldEmail, getTime } from '../../account/index.ts'
import { accountMark, findBrokenSeal, sealAudit } from '../../audit/index.ts'
import type { Admin, AdminContext } from '../act.ts'
import { isNewestFirst, readPage } from '../cursor.ts'

type Query = z.output<Admin['auditLog']['query']>

/** A uid or an email address names an account, whose rows stand under its mark; anything else is taken for a mark. */
async function getMark(app: App, who: string): Promise<string> {
  const account = who.includes('@')
    ? await findAccountByEmail(app.db.sql, foldEmail(who))
    : await findAccount(app.db.sql, who)
  return account ? accountMark(app, account.uid) : who
}

export async function listAudit({ app }: AdminContext<'auditLog'>, query: Query) {
  const { sql } = app.db
  const { event, subject, actor, wid, from, to, after, limit } = query
  let all = sql.selectFrom('audit')
  if (event !== '') all = all.where('event', 'like', `${event.replaceAll(/[%_\\]/g, '')}%`)
  if (subject !== '') all = all.where('subject', '=', await getMark(app, subject))
  if (actor !== '') all = all.where('actor', '=', await getMark(app, actor))
  if (wid !== '') all = all.where('wid', '=', wid)
  if (from !== undefined) all = all.where('at', '>=', Date.parse(from))
  if (to !== undefined) all = all.where('at', '<', Date.parse(to))
  const order = { column: 'at', id: 'id', desc: isNewestFirst(query), after, limit }
  const page = await readPage(sql, all.selectAll(), order, (row) => [row.at, row.id])
  const names = await getAdministratorNames(app)
  const list = page.rows.map((row) => ({
    ...row,
    at: getTime(row.at),
    actorName: row.actor === null ? null : (names.get(row.actor) ?? null),
    data: JSON.parse(row.data) as Record<string, unknown>,
  }))
  return { list, total: page.total, next: page.next }
}

/** The log names nobody; those who administer now are few enough to be recognised. */
async function getAdministratorNames(app: App): Promise<ReadonlyMap<string, string>> {
  const rows = await app.db.sql
    .selectFrom('accounts')
    .select(['uid', 'name'])
    .where('role', '=', 'administrator')
    .execute()
  return new Map(rows.map(({ uid, name }) => [accountMark(app, uid), name]))
}

/** Seals what is not sealed yet, then goes along the whole chain. */
export async function verifyAudit(app: App) {
  await sealAudit(app)
  const broken = await findBrokenSeal(app)
  const { rows, sealed } = await app.db.sql
    .selectFrom('audit')
    .select((eb) => [eb.fn.countAll<number>().as('rows'), eb.fn.count<number>('seq').as('sealed')])
    .executeTakeFirstOrThrow()
  return { rows, sealed, broken }
}
