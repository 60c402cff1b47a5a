import type { AdminSpace } from '@tavla/contract/admin'
import { type SelectQueryBuilder, sql as raw } from 'kysely'
import type { z } from 'zod'
import type { Sql } from '../../../db/database.ts'
import { contains } from '../../../db/dialect.ts'
import type { SpaceRow } from '../../../db/tables/spaces.ts'
import type { Tables } from '../../../db/tables/tables.ts'
import { getTime, timeOrNull } from '../../account/index.ts'
import type { Admin, AdminContext } from '../act.ts'
import { cutPage, isBehind, readPage } from '../cursor.ts'

type Query = z.output<Admin['spaces']['query']>

const columns = { updated: 'updated_at', created: 'created_at', name: 'name_key' } as const

type Filters = Pick<Query, 'key' | 'state'> & Partial<Pick<Query, 'owner'>>

function matching<O>(
  query: SelectQueryBuilder<Tables, 'spaces', O>,
  { key, state, owner }: Filters,
): SelectQueryBuilder<Tables, 'spaces', O> {
  let found = query
  if (key !== '') found = found.where(contains('spaces.name_key', key))
  if (owner !== undefined) found = found.where('spaces.owner', '=', owner)
  switch (state) {
    case 'active':
      return found.where('spaces.archived_at', 'is', null).where('spaces.trashed_at', 'is', null)
    case 'archived':
      return found.where('spaces.archived_at', 'is not', null).where('spaces.trashed_at', 'is', null)
    case 'trash':
      return found.where('spaces.trashed_at', 'is not', null)
    case undefined:
      return found
  }
}

/** A page of spaces; sizes are counted for the page alone. */
export async function listSpaces({ app }: AdminContext<'spaces'>, query: Query) {
  const { sql } = app.db
  const { limit, desc = false, after } = query
  const column = columns[query.sort]
  const order = desc ? 'desc' : 'asc'
  let page = matching(sql.selectFrom('spaces'), query).selectAll()
  const behind = isBehind({ column, id: 'wid', desc, after, isText: query.sort === 'name' })
  if (behind) page = page.where(behind)
  const found = await page
    .orderBy(column, order)
    .orderBy('wid', order)
    .limit(limit + 1)
    .execute()
  const { count } = await matching(sql.selectFrom('spaces'), query)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const { rows, next } = cutPage(found, limit, (row) => [row[column], row.wid])
  return { list: await getAdminSpaces(sql, rows), total: count, next }
}

/** Owner, people, files and number of edits of each; nothing of what is on the board. */
export async function getAdminSpaces(
  sql: Sql,
  rows: readonly SpaceRow[],
): Promise<z.input<typeof AdminSpace>[]> {
  if (rows.length === 0) return []
  const wids = rows.map(({ wid }) => wid)
  const owners = await sql
    .selectFrom('accounts')
    .select(['uid', 'name', 'email'])
    .where('uid', 'in', [...new Set(rows.map(({ owner }) => owner))])
    .execute()
  const members = await sql
    .selectFrom('members')
    .select((eb) => ['wid', eb.fn.countAll<number>().as('count')])
    .where('wid', 'in', wids)
    .groupBy('wid')
    .execute()
  const files = await sql
    .selectFrom('file_uses')
    .innerJoin('files', 'files.id', 'file_uses.file_id')
    .select((eb) => ['file_uses.wid', eb.fn.countAll<number>().as('count')])
    .select(raw<number>`coalesce(sum(files.size), 0)`.as('bytes'))
    .where('file_uses.wid', 'in', wids)
    .groupBy('file_uses.wid')
    .execute()
  const boards = await sql
    .selectFrom('boards')
    .leftJoin('journal', (join) =>
      join.onRef('journal.wid', '=', 'boards.wid').onRef('journal.seq', '=', 'boards.head'),
    )
    .select(['boards.wid', 'boards.head', 'journal.time'])
    .where('boards.wid', 'in', wids)
    .execute()
  const byUid = new Map(owners.map((owner) => [owner.uid, owner]))
  const byWid = <T extends { readonly wid: string }>(list: readonly T[]) =>
    new Map(list.map((item) => [item.wid, item]))
  const [people, stored, edited] = [byWid(members), byWid(files), byWid(boards)]
  return rows.map((row) => ({
    wid: row.wid,
    name: row.name,
    owner: byUid.get(row.owner) ?? { uid: row.owner, name: '', email: null },
    members: people.get(row.wid)?.count ?? 0,
    files: stored.get(row.wid)?.count ?? 0,
    storage: Number(stored.get(row.wid)?.bytes ?? 0),
    edits: edited.get(row.wid)?.head ?? 0,
    createdAt: getTime(row.created_at),
    updatedAt: getTime(Math.max(row.updated_at, edited.get(row.wid)?.time ?? 0)),
    archivedAt: timeOrNull(row.archived_at),
    trashedAt: timeOrNull(row.trashed_at),
  }))
}

type StorageQuery = z.output<Admin['storage']['query']>

const storageColumns = { bytes: 'used.bytes', files: 'used.files', name: 'spaces.name_key' } as const

/** A page of the spaces that have files; a file in two spaces counts in both. */
export async function listStorage({ app }: AdminContext<'storage'>, query: StorageQuery) {
  const { sql } = app.db
  const { limit, sort = 'bytes', after } = query
  const desc = query.sort === undefined || query.desc === true
  const used = sql
    .selectFrom('file_uses')
    .innerJoin('files', 'files.id', 'file_uses.file_id')
    .select((eb) => ['file_uses.wid as wid', eb.fn.countAll<number>().as('files')])
    .select(raw<number>`cast(sum(files.size) as bigint)`.as('bytes'))
    .groupBy('file_uses.wid')
  const spaces = matching(sql.selectFrom('spaces'), query)
    .innerJoin(used.as('used'), 'used.wid', 'spaces.wid')
    .innerJoin('accounts', 'accounts.uid', 'spaces.owner')
    .select(['spaces.wid', 'spaces.name', 'spaces.name_key', 'accounts.name as owner'])
    .select(['used.files', 'used.bytes'])
  const { rows, total, next } = await readPage(
    sql,
    spaces,
    { column: storageColumns[sort], id: 'spaces.wid', desc, after, limit, isText: sort === 'name' },
    (row) => [sort === 'name' ? row.name_key : row[sort], row.wid],
  )
  const list = rows.map(({ wid, name, owner, files, bytes }) => ({ wid, name, owner, files, bytes }))
  return { list, total, next }
}
