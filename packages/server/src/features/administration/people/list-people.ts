import type { SelectQueryBuilder } from 'kysely'
import type { z } from 'zod'
import { contains } from '../../../db/dialect.ts'
import type { Tables } from '../../../db/tables/tables.ts'
import type { Admin, AdminContext } from '../act.ts'
import { cutPage, isBehind } from '../cursor.ts'
import { getAdminPerson, personColumns } from './person-view.ts'

type Query = z.output<Admin['people']['query']>

const columns = { created: 'created_at', active: 'seen_at', name: 'search_key', email: 'email' } as const

function matching<O>(
  query: SelectQueryBuilder<Tables, 'accounts', O>,
  { key, kind, state, sort }: Query,
): SelectQueryBuilder<Tables, 'accounts', O> {
  let found = query
  // Found in the narrow index of the keys first: walking the order's index would look at every account for a rare word.
  if (key !== '')
    found = found.where('uid', 'in', (eb) =>
      eb.selectFrom('accounts as found').select('found.uid').where(contains('found.search_key', key)),
    )
  if (kind !== undefined) found = found.where('kind', '=', kind)
  // Only those who have one can be sorted by it.
  if (sort === 'email') found = found.where('email', 'is not', null)
  switch (state) {
    case 'active':
      return found.where('suspended_at', 'is', null)
    case 'suspended':
      return found.where('suspended_at', 'is not', null)
    case 'unverified':
      return found.where('kind', '=', 'full').where('verified_at', 'is', null)
    case 'administrator':
      return found.where('role', '=', 'administrator')
    case undefined:
      return found
  }
}

/** A page of accounts. Every order has its index, so that the last page is found as quickly as the first. */
export async function listPeople({ app }: Pick<AdminContext<'people'>, 'app'>, query: Query) {
  const { sql } = app.db
  const { limit, desc = false, after } = query
  const column = columns[query.sort]
  const order = desc ? 'desc' : 'asc'
  let page = matching(sql.selectFrom('accounts'), query).select(personColumns)
  const behind = isBehind({
    column,
    id: 'uid',
    desc,
    after,
    isText: column === 'search_key' || column === 'email',
  })
  if (behind) page = page.where(behind)
  const found = await page
    .orderBy(column, order)
    .orderBy('uid', order)
    .limit(limit + 1)
    .execute()
  const { count } = await matching(sql.selectFrom('accounts'), query)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const { rows, next } = cutPage(found, limit, (row) => [row[column] ?? '', row.uid])
  return { list: rows.map(getAdminPerson), total: count, next }
}
